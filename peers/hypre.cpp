// hypre's solvers on the problem of `eddy bench poisson`: −∇²u = 1 in the unit square or cube, u = 0 on the boundary,
// cell-centred finite volumes, started from 0, until ‖r‖₂ is below the tolerance times ‖b‖₂. Prints one line of JSON
// per method, times in seconds, the best of the repetitions.
//
//   mpirun -n 2 peer_hypre DIMENSIONS CELLS TOLERANCE REPETITIONS
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_struct_ls.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct Problem {
  int dimensions, n;
  double tolerance;
  int lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};  // my cells, both ends included; cut along the last axis

  Problem(int d, int cells, double t) : dimensions(d), n(cells), tolerance(t) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int a = 0; a < d; ++a) hi[a] = n - 1;
    lo[d - 1] = n * rank / ranks;
    hi[d - 1] = n * (rank + 1) / ranks - 1;
  }
  int mine() const {
    int cells = 1;
    for (int a = 0; a < dimensions; ++a) cells *= hi[a] - lo[a] + 1;
    return cells;
  }
  int axes() const { return 2 * dimensions; }
  template <class Call>
  void each(Call call) const {
    for (int k = lo[2]; k <= hi[2]; ++k)
      for (int j = lo[1]; j <= hi[1]; ++j)
        for (int i = lo[0]; i <= hi[0]; ++i) call(std::array<int, 3>{i, j, k});
  }
  // Multiplied by h²: 1 per face between cells, 2 per face on the boundary. face: 2·axis, + 1 for the upper one.
  bool inside(const std::array<int, 3>& c, int face) const { return face % 2 ? c[face / 2] < n - 1 : c[face / 2] > 0; }
  double diagonal(const std::array<int, 3>& c) const {
    double sum = 0;
    for (int f = 0; f < axes(); ++f) sum += inside(c, f) ? 1 : 2;
    return sum;
  }
  double right_side() const { return 1.0 / (double(n) * n); }
};

struct Outcome {
  int iterations = 0;
  double residual = 0, setup = 1e30, solve = 1e30;
};

template <class Setup, class Solve>
Outcome timed(const Setup& setup, const Solve& solve) {
  Outcome o;
  const double start = MPI_Wtime();
  setup();
  const double middle = MPI_Wtime();
  solve();
  o.setup = middle - start;
  o.solve = MPI_Wtime() - middle;
  return o;
}

// ---- structured grids: PFMG and SMG
enum class Structured { pfmg_jacobi, pfmg_red_black, smg };

Outcome structured(const Problem& p, Structured kind) {
  HYPRE_StructGrid grid;
  HYPRE_StructGridCreate(MPI_COMM_WORLD, p.dimensions, &grid);
  int lo[3] = {p.lo[0], p.lo[1], p.lo[2]}, hi[3] = {p.hi[0], p.hi[1], p.hi[2]};
  HYPRE_StructGridSetExtents(grid, lo, hi);
  HYPRE_StructGridAssemble(grid);
  HYPRE_StructStencil stencil;
  const int entries = 1 + p.dimensions;  // symmetric: the centre and the upper neighbours
  HYPRE_StructStencilCreate(p.dimensions, entries, &stencil);
  for (int e = 0; e < entries; ++e) {
    int offset[3] = {0, 0, 0};
    if (e > 0) offset[e - 1] = 1;
    HYPRE_StructStencilSetElement(stencil, e, offset);
  }
  HYPRE_StructMatrix a;
  HYPRE_StructMatrixCreate(MPI_COMM_WORLD, grid, stencil, &a);
  HYPRE_StructMatrixSetSymmetric(a, 1);
  HYPRE_StructMatrixInitialize(a);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(p.mine()) * static_cast<std::size_t>(entries));
  p.each([&](const auto& c) {
    values.push_back(p.diagonal(c));
    for (int axis = 0; axis < p.dimensions; ++axis) values.push_back(p.inside(c, 2 * axis + 1) ? -1.0 : 0.0);
  });
  std::vector<int> all(static_cast<std::size_t>(entries));
  for (int e = 0; e < entries; ++e) all[static_cast<std::size_t>(e)] = e;
  HYPRE_StructMatrixSetBoxValues(a, lo, hi, entries, all.data(), values.data());
  HYPRE_StructMatrixAssemble(a);
  HYPRE_StructVector b, x;
  for (auto* v : {&b, &x}) {
    HYPRE_StructVectorCreate(MPI_COMM_WORLD, grid, v);
    HYPRE_StructVectorInitialize(*v);
  }
  HYPRE_StructVectorSetConstantValues(b, p.right_side());
  HYPRE_StructVectorSetConstantValues(x, 0.0);
  HYPRE_StructVectorAssemble(b);
  HYPRE_StructVectorAssemble(x);

  HYPRE_StructSolver outer, inner;
  HYPRE_StructPCGCreate(MPI_COMM_WORLD, &outer);
  HYPRE_StructPCGSetTol(outer, p.tolerance);
  HYPRE_StructPCGSetMaxIter(outer, 200);
  HYPRE_StructPCGSetTwoNorm(outer, 1);
  if (kind == Structured::smg) {
    HYPRE_StructSMGCreate(MPI_COMM_WORLD, &inner);
    HYPRE_StructSMGSetTol(inner, 0.0);
    HYPRE_StructSMGSetMaxIter(inner, 1);
    HYPRE_StructSMGSetZeroGuess(inner);
    HYPRE_StructPCGSetPrecond(outer, HYPRE_StructSMGSolve, HYPRE_StructSMGSetup, inner);
  } else {
    HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &inner);
    HYPRE_StructPFMGSetTol(inner, 0.0);
    HYPRE_StructPFMGSetMaxIter(inner, 1);
    HYPRE_StructPFMGSetZeroGuess(inner);
    HYPRE_StructPFMGSetRAPType(inner, 1);  // a stencil of neighbours on every level
    HYPRE_StructPFMGSetRelaxType(inner, kind == Structured::pfmg_jacobi ? 1 : 2);
    HYPRE_StructPCGSetPrecond(outer, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, inner);
  }
  Outcome o = timed([&] { HYPRE_StructPCGSetup(outer, a, b, x); }, [&] { HYPRE_StructPCGSolve(outer, a, b, x); });
  HYPRE_StructPCGGetNumIterations(outer, &o.iterations);
  HYPRE_StructPCGGetFinalRelativeResidualNorm(outer, &o.residual);
  HYPRE_StructPCGDestroy(outer);
  if (kind == Structured::smg)
    HYPRE_StructSMGDestroy(inner);
  else
    HYPRE_StructPFMGDestroy(inner);
  HYPRE_StructVectorDestroy(b);
  HYPRE_StructVectorDestroy(x);
  HYPRE_StructMatrixDestroy(a);
  HYPRE_StructStencilDestroy(stencil);
  HYPRE_StructGridDestroy(grid);
  return o;
}

// ---- any matrix: BoomerAMG
Outcome algebraic(const Problem& p) {
  const int per_layer = p.dimensions == 2 ? p.n : p.n * p.n;
  const int first = p.lo[p.dimensions - 1] * per_layer, last = first + p.mine() - 1;
  const int stride[3] = {1, p.n, p.n * p.n};
  HYPRE_IJMatrix ij;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, first, last, first, last, &ij);
  HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(ij);
  p.each([&](const auto& c) {
    int row = c[0] + c[1] * stride[1] + c[2] * stride[2], columns[7] = {row}, count = 1;
    double values[7] = {p.diagonal(c)};
    for (int f = 0; f < p.axes(); ++f)
      if (p.inside(c, f)) {
        columns[count] = row + (f % 2 ? 1 : -1) * stride[f / 2];
        values[count++] = -1.0;
      }
    HYPRE_IJMatrixSetValues(ij, 1, &count, &row, columns, values);
  });
  HYPRE_IJMatrixAssemble(ij);
  HYPRE_ParCSRMatrix a;
  HYPRE_IJMatrixGetObject(ij, reinterpret_cast<void**>(&a));
  HYPRE_IJVector vb, vx;
  HYPRE_ParVector b, x;
  auto make = [&](HYPRE_IJVector& v, HYPRE_ParVector& object, double value) {
    HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &v);
    HYPRE_IJVectorSetObjectType(v, HYPRE_PARCSR);
    HYPRE_IJVectorInitialize(v);
    std::vector<int> rows(static_cast<std::size_t>(p.mine()));
    for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = first + static_cast<int>(n);
    const std::vector<double> values(rows.size(), value);
    HYPRE_IJVectorSetValues(v, p.mine(), rows.data(), values.data());
    HYPRE_IJVectorAssemble(v);
    HYPRE_IJVectorGetObject(v, reinterpret_cast<void**>(&object));
  };
  make(vb, b, p.right_side());
  make(vx, x, 0.0);
  HYPRE_Solver outer, inner;
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &outer);
  HYPRE_PCGSetTol(outer, p.tolerance);
  HYPRE_PCGSetMaxIter(outer, 200);
  HYPRE_PCGSetTwoNorm(outer, 1);
  HYPRE_BoomerAMGCreate(&inner);
  HYPRE_BoomerAMGSetTol(inner, 0.0);
  HYPRE_BoomerAMGSetMaxIter(inner, 1);
  HYPRE_BoomerAMGSetCoarsenType(inner, 8);  // PMIS with extended+i interpolation: hypre's advice for 3D
  HYPRE_BoomerAMGSetInterpType(inner, 6);
  HYPRE_BoomerAMGSetPMaxElmts(inner, 4);
  HYPRE_BoomerAMGSetStrongThreshold(inner, p.dimensions == 2 ? 0.25 : 0.5);
  HYPRE_BoomerAMGSetRelaxType(inner, 6);
  HYPRE_PCGSetPrecond(outer, reinterpret_cast<HYPRE_PtrToSolverFcn>(HYPRE_BoomerAMGSolve),
                      reinterpret_cast<HYPRE_PtrToSolverFcn>(HYPRE_BoomerAMGSetup), inner);
  Outcome o = timed([&] { HYPRE_ParCSRPCGSetup(outer, a, b, x); }, [&] { HYPRE_ParCSRPCGSolve(outer, a, b, x); });
  HYPRE_PCGGetNumIterations(outer, &o.iterations);
  HYPRE_PCGGetFinalRelativeResidualNorm(outer, &o.residual);
  HYPRE_ParCSRPCGDestroy(outer);
  HYPRE_BoomerAMGDestroy(inner);
  HYPRE_IJVectorDestroy(vb);
  HYPRE_IJVectorDestroy(vx);
  HYPRE_IJMatrixDestroy(ij);
  return o;
}

}  // namespace

int main(int count, char** word) {
  MPI_Init(&count, &word);
  HYPRE_Init();
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count != 5) {
    if (rank == 0) std::fprintf(stderr, "usage: mpirun -n 2 peer_hypre DIMENSIONS CELLS TOLERANCE REPETITIONS\n");
    MPI_Finalize();
    return 2;
  }
  const Problem p(std::atoi(word[1]), std::atoi(word[2]), std::atof(word[3]));
  for (const std::string method : {"PCG+PFMG", "PCG+PFMG red-black", "PCG+SMG", "PCG+BoomerAMG"}) {
    Outcome best;
    for (int n = 0; n < std::atoi(word[4]); ++n) {
      const Outcome o = method == "PCG+PFMG"             ? structured(p, Structured::pfmg_jacobi)
                        : method == "PCG+PFMG red-black" ? structured(p, Structured::pfmg_red_black)
                        : method == "PCG+SMG"            ? structured(p, Structured::smg)
                                                         : algebraic(p);
      if (o.setup + o.solve < best.setup + best.solve) best = o;
    }
    if (rank == 0)
      std::printf(
          "{\"method\": \"%s\", \"ranks\": %d, \"iterations\": %d, \"residual\": %.3e, \"setup\": %.6f, \"solve\": "
          "%.6f}\n",
          method.c_str(), ranks, best.iterations, best.residual, best.setup, best.solve);
  }
  HYPRE_Finalize();
  MPI_Finalize();
}
