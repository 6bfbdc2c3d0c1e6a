// Tells CLI11 the name, arguments, example and function of each verb.
#include "app/command_line_verbs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>

#include "base/text.hpp"
#include "case/manual.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

CLI::App& verb(CLI::App& app, Verbs& v, const char* name, const char* doc, const std::string& example,
               std::function<Exit()> function) {
  CLI::App& sub = *app.add_subcommand(name, doc);
  sub.add_flag("-q,--quiet", v.talk.quiet, "results only, no talk");
  sub.add_flag("--json", v.talk.json, "the result as JSON on stdout");
  sub.footer("Example: " + example);
  sub.callback([&v, function] { v.chosen = function; });
  return sub;
}

void add_case(CLI::App& sub, CaseArguments& a) {
  sub.add_option("CASE", a.path, "folder with a case.toml, or a .toml file")->required();
  sub.add_option("-s,--set", a.set, "KEY=VALUE: another value for a key of the case; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  sub.add_flag("--small", a.small, "with the case's own [small] values, as the tests run it");
}

void add_wall(CLI::App& sub, std::optional<double>& wall) {
  sub.add_option_function<std::string>(
         "--wall",
         [&wall](const std::string& text) {
           wall = parse_duration(text);
           if (!wall)
             throw CLI::ValidationError("--wall", fmt::format("'{}' is not a duration such as 2h, 30m, 90s.", text));
         },
         "stop cleanly before so much time has passed: 2h, 30m, 90s")
      ->type_name("TIME");
}

void add_window(CLI::App& sub, ShownWindow& window) {
  sub.add_option_function<std::vector<double>>(
         "--window",
         [&window](const std::vector<double>& ends) {
           if (!(ends[0] < ends[2] && ends[1] < ends[3]))
             throw CLI::ValidationError("--window", "needs its lower left corner first, then the upper right one.");
           window = {ends[0], ends[1], ends[2], ends[3]};
         },
         "the part that is shown, by two of its corners")
      ->expected(4)
      ->type_name("X0 Y0 X1 Y1");
}

void add_view(CLI::App& sub, ViewArguments& view) {
  sub.add_option("--bind", view.bind, "another address than 127.0.0.1 for the page; whoever knows its token may steer")
      ->type_name("ADDRESS");
  sub.add_option("--port", view.port, "of the page; default: any that is free")->check(CLI::Range(1, 65535));
}

void add_range(CLI::App& sub, std::optional<std::array<double, 2>>& range, const std::string& doc) {
  sub.add_option_function<std::vector<double>>(
         "--range",
         [&range](const std::vector<double>& ends) {
           if (!(ends[0] < ends[1])) throw CLI::ValidationError("--range", "needs its lower value first.");
           range = {ends[0], ends[1]};
         },
         doc)
      ->expected(2)
      ->type_name("LOW HIGH");
}

void add_plot(CLI::App& app, Verbs& v) {
  PlotArguments& a = v.plot;
  CLI::App& plot = verb(app, v, "plot", "A picture of fields of a run, of its history, or along its lines.",
                        "eddy plot runs/cavity-001 velocity --lines; eddy plot runs/cavity-001 history residual",
                        [&v] { return verb::plot(v.plot, v.talk); });
  plot.add_option("DIR", a.folder, "folder of the run")->required();
  plot.add_option("WHAT", a.what, "fields, each in a panel; or history, probes and columns; or lines and their names")
      ->required();
  plot.add_option("-o,--out", a.to, "the picture, .png; default DIR/FIELD.png")->type_name("FILE");
  plot.add_option("--time", a.time, "the stored state nearest to this time, s; default: the newest")->type_name("TIME");
  plot.add_flag("--lines", a.lines, "streamlines of the velocity");
  plot.add_flag("--vectors", a.vectors, "arrows of the velocity");
  plot.add_option("--contours", a.contours, "contour lines of this field, such as stream")->type_name("FIELD");
  plot.add_option("--levels", a.levels, "about how many contour lines, 12")->check(CLI::Range(1, 200));
  plot.add_option("--axis", a.axis, "3D: the axis that is cut: x, y or z")->type_name("AXIS");
  plot.add_option("--slice", a.slice, "3D: where it is cut, m; default: in the middle")->type_name("PLACE");
  plot.add_flag("--planes", a.planes, "3D: slices across all three axes");
  plot.add_option("--surface", a.surface, "3D: the surface where the field has this value")->type_name("VALUE");
  plot.add_flag("--volume", a.volume, "3D: a cloud of all values");
  add_range(plot, a.range, "values at the two ends of the colours; values beyond are marked at the bar");
  plot.add_option("--map", a.map, "colours: auto, sequential, ocean, grey or diverging")->type_name("MAP");
  plot.add_option("--width", a.width, "width in pixels, 960")->check(CLI::Range(240, 8192));
  plot.add_flag("--dark", a.dark, "on dark paper");
  plot.add_flag("--cells", a.cells, "each cell in one colour, however wide it is");
  add_window(plot, a.window);
}

void add_running(CLI::App& app, Verbs& v) {
  CLI::App& run =
      verb(app, v, "run", "Run a case.", "eddy run cases/heat/plate -s run.device=cpu -s mesh.cells=[64,64]",
           [&v] { return verb::run(v.run, v.talk); });
  add_case(run, v.run.from);
  run.add_option("-o,--out", v.run.out, "folder of the run; default runs/<name>-001, -002, …")->type_name("DIR");
  add_wall(run, v.run.wall);
  run.add_flag("--force", v.run.force, "overwrite an earlier run in --out");
  run.add_flag("--timing", v.run.timing, "time every kernel on devices too (costs speed)");
  run.add_flag("--watch", v.run.view.wanted, "a page in the browser that shows the run and steers it");
  add_view(run, v.run.view);

  CLI::App& resume =
      verb(app, v, "resume", "Go on from the newest good checkpoint.", "eddy resume runs/plate-001 -s run.device=cpu",
           [&v] { return verb::resume(v.resume, v.talk); });
  resume.add_option("DIR", v.resume.folder, "folder of the run")->required();
  resume
      .add_option("-s,--set", v.resume.set,
                  "KEY=VALUE, where it does not change the answer: run.device, run.threads, run.end_time, run.steps, "
                  "run.checkpoint_every, output.*, linear.max_iterations")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add_wall(resume, v.resume.wall);
  resume.add_flag("--force", v.resume.force,
                  "go on although tables are cut, changed or missing: they are set aside and begin anew");
  resume.add_flag("--watch", v.resume.view.wanted, "a page in the browser that shows the run and steers it");
  add_view(resume, v.resume.view);

  CLI::App& check = verb(app, v, "check", "Validate a case without running it: every problem at once, cells, memory.",
                         "eddy check cases/heat/plate", [&v] { return verb::check(v.check, v.talk); });
  add_case(check, v.check.from);
  check.add_flag("--picture", v.check.picture, "draw the mesh, into mesh.png");
  check.add_option("-o,--out", v.check.out, "the drawing, .png")->type_name("FILE");
}

void add_reading(CLI::App& app, Verbs& v) {
  CLI::App& made = verb(app, v, "new", "Make a case of your own from a template.", "eddy new heat/plate my-plate",
                        [&v] { return verb::new_case(v.word, v.folder, v.talk); });
  made.add_option("TEMPLATE", v.word, "one of 'eddy list cases'")->required();
  made.add_option("DIR", v.folder, "where to put it; must not exist")->required();

  verb(app, v, "list", "What can be chosen: solvers, cases, devices, kernels, …", "eddy list solvers", [&v] {
    return verb::list(v.word, v.talk);
  }).add_option("WHAT", v.word, "without it: what can be listed");

  verb(app, v, "explain", "The manual of a key of case files, or a search in it.",
       "eddy explain run.cfl; eddy explain heat flux", [&v] { return verb::explain(join(v.words, " "), v.talk); })
      .add_option("KEY", v.words, "as in run.cfl or boundary.left; or words that are looked for in the whole manual")
      ->required();

  CLI::App& report =
      verb(app, v, "report", "A run against its expected numbers: PASS or FAIL.",
           "eddy report runs/plate-001 --html plate.html", [&v] { return verb::report(v.folder, v.talk, v.html); });
  report.add_option("DIR", v.folder, "folder of the run")->required();
  report.add_option("--html", v.html, "numbers, curves and pictures in one file, .html")->type_name("FILE");

  CLI::App& compare = verb(app, v, "compare", "Two runs: fields, histories, timing.",
                           "eddy compare runs/plate-001 runs/plate-002 --tolerance 1e-6",
                           [&v] { return verb::compare(v.compare, v.talk); });
  compare.add_option("RUN", v.compare.one, "folder of a run")->required();
  compare.add_option("OTHER", v.compare.other, "folder of another; on another mesh, its fields are interpolated")
      ->required();
  compare.add_option("--tolerance", v.compare.tolerance, "fails (exit code 5) where fields differ by more, relatively");

  CLI::App& movie =
      verb(app, v, "movie", "A film of a field of a run, from its stored states (needs ffmpeg).",
           "eddy movie runs/slab-001 temperature --fps 30 --range 0 1", [&v] { return verb::movie(v.movie, v.talk); });
  movie.add_option("DIR", v.movie.folder, "folder of the run")->required();
  movie.add_option("FIELD", v.movie.field, "as in temperature, velocity or velocity.x")->required();
  movie.add_option("-o,--out", v.movie.to, "the film, .mp4 or .gif; default DIR/FIELD.mp4")->type_name("FILE");
  movie.add_option("--fps", v.movie.frames_per_second, "frames per second, 25")->check(CLI::Range(1, 240));
  movie.add_option("--width", v.movie.width, "width in pixels, 960")->check(CLI::Range(240, 8192));
  add_window(movie, v.movie.window);
  add_range(movie, v.movie.range, "values at the two ends of the colours; default: those of all frames");

  verb(app, v, "doctor", "What this machine can do, what is missing, and how to get it.", "eddy doctor",
       [&v] { return verb::doctor(v.talk); });
}

void add_steering(CLI::App& app, Verbs& v) {
  CLI::App& watch = verb(app, v, "watch", "Look at a run that goes on, or has ended: a page in the browser, or text.",
                         "eddy watch runs/karman-001 --text", [&v] { return verb::watch(v.watch, v.talk); });
  watch.add_option("DIR", v.watch.folder, "folder of the run")->required();
  watch.add_flag("--text", v.watch.text, "curves of history.csv in the terminal, no browser");
  watch.add_flag("--once", v.watch.once, "of --text: one look, and no more");
  watch.add_option("--columns", v.watch.columns, "of --text: columns of history.csv, as in residual,courant")
      ->delimiter(',');
  add_view(watch, v.watch.view);

  CLI::App& control =
      verb(app, v, "control", "Ask something of a run that goes on: it obeys after the step that it is in.",
           "eddy control runs/karman-001 set run.end_time=4", [&v] { return verb::control(v.control, v.talk); });
  control.add_option("DIR", v.control.folder, "folder of the run")->required();
  control
      .add_option("ORDER", v.control.words,
                  "stop, checkpoint, picture [FIELD], pause, go, step [N], set KEY=VALUE with run.end_time, run.cfl, "
                  "output.every or output.every_steps")
      ->required();
  control.add_option("--wait", v.control.patience, "seconds to wait for the answer, 60")->check(CLI::Range(0.1, 1e6));
}

void add_measuring(CLI::App& app, Verbs& v) {
  CLI::App& converge =
      verb(app, v, "converge", "Run a family of grids: observed order, extrapolated value.",
           "eddy converge cases/heat/plate --levels 4", [&v] { return verb::converge(v.converge, v.talk); });
  add_case(converge, v.converge.from);
  converge.add_option("--levels", v.converge.levels, "how many grids, each twice as fine")
      ->check(CLI::Range(2, most_levels));
  converge.add_flag("--time", v.converge.time, "refine the time step instead of the grid");
  converge.add_option("--picture", v.converge.picture, "a chart of errors against the grid, .png")->type_name("FILE");

  CLI::App& parity =
      verb(app, v, "parity",
           "The same case on every device here, or on so many ranks, compared bit for bit, in both precisions.",
           "eddy parity cases/heat/plate --ranks 1,2,4", [&v] { return verb::parity(v.parity, v.talk); });
  add_case(parity, v.parity.from);
  parity.add_option("--ranks", v.parity.ranks, "numbers of ranks, started by mpirun; the first is compared with")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096));

  CLI::App& bench = verb(app, v, "bench", "Throughput per kernel against the copy bandwidth of the same run.",
                         "eddy bench heat --device cpu --sizes 4096", [&v] { return verb::bench(v.bench, v.talk); });
  bench.add_option(
      "SOLVER", v.bench.solver,
      "whose kernels; poisson: all linear solvers on one problem; artificial: the march; ranks, under mpirun: "
      "what messages between ranks cost");
  bench.add_option("--device", v.bench.device, "as in run.device");
  bench.add_option("--sizes", v.bench.sizes, "cells per side, one or several; default: chosen for the device")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  bench.add_flag("--small-grids", v.bench.small_grids, "100 sweeps on grids of 10⁴ and 10⁶ cells");
  bench.add_flag("--sweeps", v.bench.sweeps, "of jacobi and red-black, one and several per pass over memory");
  bench
      .add_option("--only", v.bench.only,
                  "of bench compressible and galerkin: the rows that have all of these words: ni,single")
      ->delimiter(',');
  bench.add_option("--picture", v.bench.picture, "of bench artificial: a PNG of the curves");
  bench.add_flag("--tune", v.bench.tune,
                 "of bench artificial: try all shapes of launches, keep the best for later runs");
  bench.add_option("--peer", v.bench.peer,
                   "another program on the same problem in the same run: hypre, fftw or cufft of poisson, openfoam of "
                   "projection and compressible");
}

void add_programming(CLI::App& app, Verbs& v) {
  CLI::App& sweep = verb(app, v, "sweep", "Run a case for every combination of some values: a table of results.",
                         "eddy sweep cases/artificial/cavity -v fluid.reynolds=100,400 -v mesh.cells=[32,32],[64,64]",
                         [&v] { return verb::sweep(v.sweep, v.talk); });
  add_case(sweep, v.sweep.from);
  sweep
      .add_option("-v,--vary", v.sweep.vary,
                  "KEY=A,B,C: the values of a key; with several keys every combination is run")
      ->type_name("KEY=A,B,C")
      ->required()
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  sweep.add_option("-o,--out", v.sweep.out, "folder of the sweep; default runs/<name>-sweep")->type_name("DIR");
  sweep.add_option("--jobs", v.sweep.jobs, "members that run at once; default: one per GPU, or per core")
      ->check(CLI::Range(1, 4096));
  sweep.add_option("--ranks", v.sweep.ranks, "ranks of each member, started by mpirun")->check(CLI::Range(1, 4096));
  sweep.add_flag("--force", v.sweep.force, "run members again that are finished");

  CLI::App& python = verb(app, v, "python", "Run a Python script that imports eddy; without one: the interpreter.",
                          "eddy python script.py", [&v, &app] {
                            v.python.words = app.get_subcommand("python")->remaining();
                            return verb::python(v.python, v.talk);
                          });
  python.prefix_command();
  python.add_flag("--where", v.python.where, "say where the package is: for PYTHONPATH of your own interpreter");
}

}  // namespace

void add_verbs(CLI::App& app, Verbs& v) {
  add_running(app, v);
  add_reading(app, v);
  add_plot(app, v);
  add_steering(app, v);
  add_measuring(app, v);
  add_programming(app, v);
}

}  // namespace eddy
