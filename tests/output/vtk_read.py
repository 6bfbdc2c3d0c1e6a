"""Reads our VTK files with VTK itself and compares names, types, sizes, coordinates and values, exactly: with what was
written (FOLDER), or those of two runs (RUN RUN NAME…), of which one may be in pieces."""
import os
import sys
import xml.etree.ElementTree as xml

try:
    import vtk
except ImportError:
    print("skipped: python3-vtk9 is not installed, so nothing here can read VTK files back")
    sys.exit(77)


def expect(condition, what):
    if not condition:
        sys.exit("FAILED: " + what)


READERS = {".vti": vtk.vtkXMLImageDataReader, ".vtr": vtk.vtkXMLRectilinearGridReader,
           ".vtm": vtk.vtkXMLMultiBlockDataReader, ".vtu": vtk.vtkXMLUnstructuredGridReader, ".pvti": vtk.vtkXMLPImageDataReader,
           ".pvtr": vtk.vtkXMLPRectilinearGridReader, ".pvtu": vtk.vtkXMLPUnstructuredGridReader}


def read(path):
    reader = READERS[os.path.splitext(path)[1]]()
    expect(reader.CanReadFile(path), path + ": VTK cannot read it")
    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append("error"))
    reader.SetFileName(path)
    reader.Update()
    expect(not errors and reader.GetErrorCode() == 0, path + ": VTK reports errors")
    return reader.GetOutput()


def described(path):
    head, axes, fields, _ = described_block(path)
    return head, axes, fields


def described_block(path):
    block = None
    axes, fields, head = [], [], {}
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words[0] == "axis":
            axes.append([float(w) for w in words[1:]])
        elif words[0] == "block":
            block = words[1], [float(w) for w in words[2:]]
        elif words[0] == "field":
            name, location, kind, components = words[1:5]
            fields.append((name, location, kind, int(components), [float(w) for w in words[5:]]))
        else:
            head[words[0]] = float(words[1])
    return head, axes, fields, block


def check_axes(path, data, axes):
    for axis, nodes in enumerate(axes):
        expect(data.GetDimensions()[axis] == len(nodes), f"{path}: points along axis {axis}")
        if data.IsA("vtkImageData"):
            origin, spacing = data.GetOrigin()[axis], data.GetSpacing()[axis]
            expect(origin == nodes[0], f"{path}: origin of axis {axis}")
            for i, node in enumerate(nodes):
                expect(abs(origin + i * spacing - node) <= 4e-16 * max(1, abs(node)), f"{path}: node {i} of axis {axis}")
        else:
            array = (data.GetXCoordinates, data.GetYCoordinates, data.GetZCoordinates)[axis]()
            found = [array.GetValue(i) for i in range(array.GetNumberOfTuples())]
            expect(found == nodes, f"{path}: coordinates of axis {axis}")


def check_field(path, data, field):
    name, location, kind, components, values = field
    home = data.GetCellData() if location == "cell" else data.GetPointData()
    array = home.GetArray(name)
    expect(array is not None, f"{path}: no {location} field '{name}'")
    found = array.GetDataTypeAsString().replace(" ", "-")
    expect(found == kind, f"{path}: '{name}' is {found}, not {kind}")
    padded = 3 if components == 2 else components
    expect(array.GetNumberOfComponents() == padded, f"{path}: components of '{name}'")
    points = data.GetNumberOfCells() if location == "cell" else data.GetNumberOfPoints()
    expect(array.GetNumberOfTuples() == points == len(values) // components, f"{path}: size of '{name}'")
    for i in range(points):
        expected = values[i * components:(i + 1) * components] + [0.0] * (padded - components)
        expect(list(array.GetTuple(i)) == expected, f"{path}: '{name}' at {i}: {array.GetTuple(i)}, not {expected}")


def check(path):
    head, axes, fields = described(path + ".txt")
    data = read(path)
    check_axes(path, data, axes)
    expect(data.GetNumberOfCells() > 0 and data.GetCell(0).GetCellDimension() == head["dimensions"], path + ": kind of cells")
    expect(data.GetCellData().GetNumberOfArrays() + data.GetPointData().GetNumberOfArrays() == len(fields), path + ": number of fields")
    for field in fields:
        check_field(path, data, field)
    if not os.path.splitext(path)[1].startswith(".p"):  # an index has no time: it stands in its pieces and in the collection
        expect(data.GetFieldData().GetArray("TimeValue").GetValue(0) == head["time"], path + ": time")
    return head["time"], len(fields)


def check_blocks(path):
    """A mesh of blocks: every block with its name, the coordinates of its nodes and its values."""
    data = read(path)
    for n in range(data.GetNumberOfBlocks()):
        head, _, fields, (name, points) = described_block(f"{path}.{n}.txt")
        block, where = data.GetBlock(n), f"{path} block {n}"
        expect(data.GetMetaData(n).Get(vtk.vtkCompositeDataSet.NAME()) == name, where + ": name")
        expect(block.IsA("vtkStructuredGrid") and block.GetCell(0).GetCellDimension() == head["dimensions"], where + ": kind of cells")
        expect(block.GetNumberOfPoints() == len(points) // 3, where + ": number of nodes")
        for i in range(block.GetNumberOfPoints()):
            expect(list(block.GetPoint(i)) == points[3 * i:3 * i + 3], f"{where}: node {i}")
        for field in fields:
            check_field(where, block, field)
        expect(block.GetFieldData().GetArray("TimeValue").GetValue(0) == head["time"], where + ": time")
    expect(not os.path.exists(f"{path}.{data.GetNumberOfBlocks()}.txt"), path + ": number of blocks")
    print(f"{os.path.basename(path)}: {data.GetNumberOfBlocks()} blocks as written")


def check_hexahedra(path):
    """Nodes, elements and values, as written."""
    data = read(path)
    head, _, fields, (_, points) = described_block(path + ".txt")
    elements = [int(w) for w in open(path + ".elements.txt", encoding="utf-8").read().split()[1:]]
    expect(data.GetNumberOfPoints() == len(points) // 3 and data.GetNumberOfCells() == len(elements) // 8, path + ": sizes")
    for i in range(data.GetNumberOfPoints()):
        expect(list(data.GetPoint(i)) == points[3 * i:3 * i + 3], f"{path}: node {i}")
    for i in range(data.GetNumberOfCells()):
        cell = data.GetCell(i)
        expect(cell.GetCellType() == vtk.VTK_HEXAHEDRON, f"{path}: kind of cell {i}")
        expect([cell.GetPointId(n) for n in range(8)] == elements[8 * i:8 * i + 8], f"{path}: nodes of cell {i}")
    for field in fields:
        check_field(path, data, field)
    expect(data.GetFieldData().GetArray("TimeValue").GetValue(0) == head["time"], path + ": time")
    quality = vtk.vtkCellSizeFilter()
    quality.SetInputData(data)
    quality.Update()
    expect(min(quality.GetOutput().GetCellData().GetArray("Volume").GetTuple1(i) for i in range(data.GetNumberOfCells())) > 0, path + ": volumes")
    print(f"{os.path.basename(path)}: {data.GetNumberOfCells()} hexahedra as written")


def same_pieces(where, whole, pieces):
    """Pieces of hexahedra hold every element of the whole once, with its corners and the same values."""
    cells, points = ([int(home.GetArray("number").GetValue(i)) for i in range(home.GetArray("number").GetNumberOfTuples())]
                     for home in (pieces.GetCellData(), pieces.GetPointData()))
    expect(sorted(cells) == list(range(whole.GetNumberOfCells())), where + ": elements of the pieces")
    expect(set(points) == set(range(whole.GetNumberOfPoints())), where + ": nodes of the pieces")
    for i, n in enumerate(points):
        expect(pieces.GetPoint(i) == whole.GetPoint(n), f"{where}: node {n}")
    for i, e in enumerate(cells):
        corners = [points[pieces.GetCell(i).GetPointId(n)] for n in range(8)]
        expect(corners == [whole.GetCell(e).GetPointId(n) for n in range(8)], f"{where}: corners of element {e}")
    for one, other, numbers in ((whole.GetCellData(), pieces.GetCellData(), cells), (whole.GetPointData(), pieces.GetPointData(), points)):
        expect(one.GetNumberOfArrays() == other.GetNumberOfArrays() - 1, where + ": number of fields")
        for k in range(one.GetNumberOfArrays()):
            a, b = one.GetArray(k), other.GetArray(one.GetArrayName(k))
            for i, n in enumerate(numbers):
                expect(a.GetTuple(n) == b.GetTuple(i), f"{where}: '{one.GetArrayName(k)}' at {n}")


def main(folder):
    check_hexahedra(os.path.join(folder, "hexahedra", "cube.vtu"))
    same_pieces("cube.pvtu", *(read(os.path.join(folder, "hexahedra", name)) for name in ("cube.vtu", "cube.pvtu")))
    print("cube.pvtu: the pieces of cube.vtu")
    for name in ("2d.vtm", "3d.vtm"):
        check_blocks(os.path.join(folder, "blocks", name))
    entries = xml.parse(os.path.join(folder, "fields.pvd")).getroot().findall("./Collection/DataSet")
    expect(len(entries) == 12, "fields.pvd has twelve entries")
    for entry in entries:
        time, count = check(os.path.join(folder, entry.get("file")))
        expect(float(entry.get("timestep")) == time, entry.get("file") + ": time in fields.pvd")
        print(f"{entry.get('file')}: {count} fields as written")


def same_arrays(where, one, other):
    expect(one.GetNumberOfArrays() == other.GetNumberOfArrays(), where + ": number of fields")
    for n in range(one.GetNumberOfArrays()):
        a, b = one.GetArray(n), other.GetArray(one.GetArrayName(n))
        expect(b is not None, f"{where}: no '{one.GetArrayName(n)}'")
        expect(bytes(memoryview(a)) == bytes(memoryview(b)), f"{where}: '{one.GetArrayName(n)}' differs")


def same_blocks(where, one, other):
    expect(one.GetNumberOfBlocks() == other.GetNumberOfBlocks(), where + ": number of blocks")
    for n in range(one.GetNumberOfBlocks()):
        a, b = one.GetBlock(n), other.GetBlock(n)
        expect(a.GetBounds() == b.GetBounds(), f"{where}: coordinates of block {n}")
        same_arrays(f"{where} block {n}", a.GetCellData(), b.GetCellData())
        same_arrays(f"{where} block {n}", a.GetPointData(), b.GetPointData())


def compare(first, second, names):
    """All states of two runs, whatever files they stand in: the same bits, and cell fields of these names."""
    states = [xml.parse(os.path.join(run, "fields.pvd")).getroot().findall("./Collection/DataSet") for run in (first, second)]
    expect(len(states[0]) == len(states[1]) > 0, "number of stored states")
    for a, b in zip(*states):
        one, other = read(os.path.join(first, a.get("file"))), read(os.path.join(second, b.get("file")))
        where = b.get("file")
        if one.IsA("vtkMultiBlockDataSet"):
            same_blocks(where, one, other)
            continue
        if b.get("file").endswith(".pvtu") and not a.get("file").endswith(".pvtu"):
            same_pieces(where, one, other)
            print(f"{where}: the bits of {a.get('file')}")
            continue
        if not one.IsA("vtkUnstructuredGrid"):
            expect(one.GetExtent() == other.GetExtent(), where + ": extent")
        expect(one.GetBounds() == other.GetBounds(), where + ": coordinates")
        same_arrays(where, one.GetCellData(), other.GetCellData())
        same_arrays(where, one.GetPointData(), other.GetPointData())
        for name in names:
            expect(one.GetCellData().HasArray(name), f"{where}: no cell field '{name}'")
        print(f"{where}: the bits of {a.get('file')}")


if len(sys.argv) > 2:
    compare(sys.argv[1], sys.argv[2], sys.argv[3:])
else:
    main(sys.argv[1])
