"""Small tables as people have them, and the reading of each."""

from typing import NamedTuple


class File(NamedTuple):
    """A file and its reading: the guessed heads, its first two rows, and the sentences about it.

    A refused file has no guessed heads, and its sentence is the error.
    """

    name: str
    content: str | bytes
    chosen: tuple[str, str, str] | None
    first: list[tuple[float, float, str]]
    said: list[str]


KAGGLE = """Id,SepalLengthCm,SepalWidthCm,PetalLengthCm,PetalWidthCm,Species
51,7.0,3.2,4.7,1.4,Iris-versicolor
52,6.4,3.2,4.5,1.5,Iris-versicolor
101,6.3,3.3,6.0,2.5,Iris-virginica
102,5.8,2.7,5.1,1.9,Iris-virginica
"""
WINE = """1,14.23,1.71,2.43,15.6,127,1065
1,13.2,1.78,2.14,11.2,100,1050
2,12.37,.94,1.36,10.6,88,520
2,12.33,1.1,2.28,16,101,680
3,12.86,1.35,2.32,18,122,630
3,12.88,2.99,2.4,20,104,530
2,12.64,1.36,2.02,16.8,100,450
1,13.16,2.36,2.67,18.6,101,1185
3,13.4,3.91,2.48,23,102,750
"""
WDBC = """842302,M,17.99,10.38,122.8,1001,0.1184
842517,M,20.57,17.77,132.9,1326,0.08474
84300903,M,19.69,21.25,130,1203,0.1096
8510426,B,13.54,14.36,87.46,566.3,0.09779
8510653,B,13.08,15.71,85.63,520,0.1075
"""
IONOSPHERE = """1,0,0.99539,-0.05889,0.85243,g
1,0,1,-0.18829,0.93035,b
1,0,1,-0.03365,1,g
0,0,1,-0.45161,1,b
1,0,1,-0.02401,0.9414,g
"""
AND = "0,0,0\n0,0,1\n0,1,0\n1,1,1\n"
LENGTHS = "length,width,kind\n1.4,0.2,setosa\n4.7,1.4,versicolor\n"
LENGTHS_FIRST = [(1.4, 0.2, "setosa"), (4.7, 1.4, "versicolor")]
NAMED = ("length", "width", "kind")
COLUMNS = ("column 1", "column 2", "column 3")
TWO_NEEDED = "The table needs two columns of numbers and one of labels. It has"
COMMAS = LENGTHS.replace(",", ";").replace(".", ",")

FILES = [
    # Data sets that courses use, as they are published.
    File("Kaggle's iris, rows 51 and on", KAGGLE, ("SepalLengthCm", "SepalWidthCm", "Species"),
         [(7.0, 3.2, "Iris-versicolor"), (6.4, 3.2, "Iris-versicolor")], ["`Id` skipped: it names the rows."]),
    File("wine.data", WINE, ("column 2", "column 3", "column 1"), [(14.23, 1.71, "1"), (13.2, 1.78, "1")], []),
    File("wdbc.data", WDBC, ("column 3", "column 4", "column 2"), [(17.99, 10.38, "M"), (20.57, 17.77, "M")],
         ["`column 1` skipped: it names the rows."]),
    File("ionosphere.data", IONOSPHERE, ("column 1", "column 3", "column 6"), [(1, 0.99539, "g"), (1, 1, "b")],
         ["`column 2` skipped: it is the same in every row."]),
    File("iris.data", "5.1,3.5,1.4,0.2,Iris-setosa\n7.0,3.2,4.7,1.4,Iris-versicolor\n6.3,3.3,6.0,2.5,Iris-virginica\n"
         "4.9,3.0,1.4,0.2,Iris-setosa\n\n", ("column 1", "column 2", "column 5"),
         [(5.1, 3.5, "Iris-setosa"), (7.0, 3.2, "Iris-versicolor")], []),
    File("glass.data", "".join(f"{i},1.52{i},13.{i},{'1' if i < 5 else '2'}\n" for i in range(1, 10)),
         ("column 2", "column 3", "column 4"), [(1.521, 13.1, "1"), (1.522, 13.2, "1")],
         ["`column 1` skipped: it only grows."]),
    File("seeds_dataset.txt", "15.26\t14.84\t0.871\t1\n14.88\t14.57\t0.8811\t\t1\n17.63\t15.98\t0.8673\t2\n"
         "16.84\t15.67\t0.8623\t2\n11.84\t13.21\t0.8521\t2\n12.3\t13.34\t0.8684\t1\n",
         ("column 1", "column 2", "column 4"), [(15.26, 14.84, "1"), (14.88, 14.57, "1")], []),
    File("haberman.data", "30,64,1,1\n30,62,3,1\n34,59,0,2\n34,66,9,2\n38,69,21,2\n30,65,0,1\n",
         ("column 1", "column 2", "column 4"), [(30, 64, "1"), (30, 62, "1")], []),
    File("abalone.data", "M,0.455,0.365,0.095,15\nM,0.35,0.265,0.09,7\nF,0.53,0.42,0.135,9\nI,0.33,0.255,0.08,7\n"
         "F,0.545,0.425,0.125,16\n", ("column 2", "column 3", "column 1"),
         [(0.455, 0.365, "M"), (0.35, 0.265, "M")], []),
    File("breast-cancer-wisconsin.data", "1000025,5,1,1,2\n1002945,5,4,4,2\n1015425,3,1,1,2\n1017122,8,10,10,4\n"
         "1054593,10,7,7,4\n1035283,1,1,1,2\n", ("column 2", "column 3", "column 5"), [(5, 1, "2"), (5, 4, "2")],
         ["`column 1` skipped: it names the rows."]),
    File("Kaggle's breast cancer", '"id","diagnosis","radius_mean","texture_mean",\n842302,"M",17.99,10.38,\n'
         '8510426,"B",13.54,14.36,\n', ("radius_mean", "texture_mean", "diagnosis"),
         [(17.99, 10.38, "M"), (13.54, 14.36, "B")], ["`id` skipped: it names the rows."]),
    File("penguins.csv", "species,island,bill_length_mm,bill_depth_mm,sex\nAdelie,Torgersen,39.1,18.7,MALE\n"
         "Gentoo,Biscoe,46.1,13.2,FEMALE\nAdelie,Torgersen,,,\n", ("bill_length_mm", "bill_depth_mm", "species"),
         [(39.1, 18.7, "Adelie"), (46.1, 13.2, "Gentoo")], ["Row 4 skipped: a value is missing."]),
    File("ARFF", "% iris\n@RELATION iris\n"
         "@ATTRIBUTE length REAL\n@ATTRIBUTE width REAL\n@ATTRIBUTE class {a,b}\n@DATA\n"
         "5.1,3.5,a\n4.9,3.0,b\n7,3.2,b\n", COLUMNS, [(5.1, 3.5, "a"), (4.9, 3.0, "b")],
         ["The table begins in row 7, after `% iris`, `@RELATION iris`, `@ATTRIBUTE length REAL`,"
          " `@ATTRIBUTE width REAL`, `@ATTRIBUTE class {a b}` and 1 more."]),
    # Places and names of labels.
    File("label first, by its head", "y,x1,x2\n" + AND, ("x1", "x2", "y"), [(0, 0, "0"), (0, 1, "0")], []),
    File("label first, in capitals", "LABEL;A;B\n1;0,5;2,5\n-1;1,5;0,5\n", ("A", "B", "LABEL"),
         [(0.5, 2.5, "1"), (1.5, 0.5, "\N{MINUS SIGN}1")], []),
    File("target between numbers", "a,target,b\n0.5,0,1\n1.5,1,2\n2.5,1,0\n", ("a", "b", "target"),
         [(0.5, 1, "0"), (1.5, 2, "1")], []),
    File("y beside x is a place", "x,y,colour\n0.5,1,red\n1.5,2,blue\n2.5,1,blue\n", ("x", "y", "colour"),
         [(0.5, 1, "red"), (1.5, 2, "blue")], []),
    File("ClassLabel among names", "sample,ClassLabel,u,v\ns1,p,1,2\ns2,q,3,1\ns3,p,2,2\n", ("u", "v", "ClassLabel"),
         [(1, 2, "p"), (3, 1, "q")], []),
    File("class_id", "id,class_id,a,b\n4,1,0.5,2\n2,0,1.5,1\n3,1,2.5,1\n", ("a", "b", "class_id"),
         [(0.5, 2, "1"), (1.5, 1, "0")], ["`id` skipped: it names the rows."]),
    File("no heads, label last", AND, COLUMNS, [(0, 0, "0"), (0, 0, "1")], []),
    # Columns that number the rows.
    File("R's write.csv", '"","Sepal.Length","Sepal.Width","Species"\n"1",5.1,3.5,"setosa"\n"2",4.9,3,"setosa"\n'
         '"51",7,3.2,"versicolor"\n', ("Sepal.Length", "Sepal.Width", "Species"),
         [(5.1, 3.5, "setosa"), (4.9, 3, "setosa")],
         ["`column 1` skipped: it names the rows."]),
    File("R's write.table",
         '"Sepal.Length" "Sepal.Width" "Species"\n"1" 5.1 3.5 "Iris setosa"\n"51" 7 3.2 "versicolor"\n',
         ("Sepal.Length", "Sepal.Width", "Species"), [(5.1, 3.5, "Iris setosa"), (7, 3.2, "versicolor")],
         ["`column 1` skipped: it names the rows."]),
    File("R's names of rows", '"","mpg","wt","cyl"\n"Mazda RX4",21,2.62,"six"\n"Datsun 710",22.8,2.32,"four"\n',
         ("mpg", "wt", "cyl"), [(21, 2.62, "six"), (22.8, 2.32, "four")], []),
    File("filtered pandas", ",x1,x2,label\n0,0.5,1.5,a\n3,1.5,0.5,b\n7,2.5,1,b\n", ("x1", "x2", "label"),
         [(0.5, 1.5, "a"), (1.5, 0.5, "b")], ["`column 1` skipped: it names the rows."]),
    File("pandas without names", ",0,1,2\n0,0.5,1.5,a\n1,1.5,0.5,b\n2,2.5,1,b\n", ("0", "1", "2"),
         [(0.5, 1.5, "a"), (1.5, 0.5, "b")], ["`column 1` skipped: it names the rows."]),
    File("pandas read and written again", "Unnamed: 0,x1,x2,label\n4,0.5,1.5,a\n2,1.5,0.5,b\n", ("x1", "x2", "label"),
         [(0.5, 1.5, "a"), (1.5, 0.5, "b")], ["`Unnamed: 0` skipped: it names the rows."]),
    # Spreadsheets and instruments.
    File("Excel's sep=", f"sep=;\r\n{COMMAS}", NAMED, LENGTHS_FIRST, []),
    File("Excel's sep= with a tab", "\ufeffsep=\t\r\n" + LENGTHS.replace(",", "\t"), NAMED, LENGTHS_FIRST, []),
    File("lines before the heads", f"# lab 3\n# group 7\n{LENGTHS}", NAMED, LENGTHS_FIRST,
         ["The table begins in row 3, after `# lab 3` and `# group 7`."]),
    File("a form before the heads", f"Messung;12.3.2024;;\nGerät;A;;\n;;;\n{COMMAS}".encode("cp1252"), NAMED,
         LENGTHS_FIRST, ["The table begins in row 4, after `Messung 12.3.2024` and `Gerät A`."]),
    File("empty columns at the end", LENGTHS.replace("\n", ",,\n"), NAMED, LENGTHS_FIRST, []),
    File("units below the heads", "length,width,kind\ncm,cm,\n1.4,0.2,setosa\n4.7,1.4,versicolor\n3,1,setosa\n", NAMED,
         LENGTHS_FIRST, ["Row 2 skipped: `cm` is not a number."]),
    File("minus as a dash", "a;b;l\n\u22121,5;2;p\n\u20132,5;1;m\n", ("a", "b", "l"),
         [(-1.5, 2, "p"), (-2.5, 1, "m")], []),
    File("a mark after its points", "x1,x2,label\n1,2,'+1\n3,1,-1\n2,2,+1\n", ("x1", "x2", "label"),
         [(1, 2, "1"), (3, 1, "\N{MINUS SIGN}1")], []),
    File("Markdown", "| length | width | kind |\n| ---: | --- | :-: |\n"
         "| 1.4 | 0.2 | setosa |\n| 4.7 | 1.4 | versicolor |\n",
         NAMED, LENGTHS_FIRST, []),
    File("decimals of three digits", "a;b;kind\n1,234;2,500;x\n3,456;1,250;y\n", ("a", "b", "kind"),
         [(1.234, 2.5, "x"), (3.456, 1.25, "y")], []),
    File("one name twice", "a,a,kind\n1,2,x\n3,1,y\n", ("a", "a (2)", "kind"), [(1, 2, "x"), (3, 1, "y")], []),
    File("x1 that grows", "x1,x2,x3,y\n1,0.5,3,1\n2,0.25,1,-1\n3,1,2,1\n", ("x1", "x2", "y"),
         [(1, 0.5, "1"), (2, 0.25, "\N{MINUS SIGN}1")], []),
    # Encodings.
    File("GBK", "花瓣长度,花瓣宽度,种类\n1.4,0.2,山鸢尾\n4.7,1.4,变色鸢尾\n".encode("gbk"),
         ("花瓣长度", "花瓣宽度", "种类"), [(1.4, 0.2, "山鸢尾"), (4.7, 1.4, "变色鸢尾")], []),
    File("Shift-JIS", "長さ,幅,種類\n1.4,0.2,ヒオウギ\n4.7,1.4,ブルーフラッグ\n".encode("cp932"),
         ("長さ", "幅", "種類"), [(1.4, 0.2, "ヒオウギ"), (4.7, 1.4, "ブルーフラッグ")], []),
    File("Shift-JIS, one sign a cell", "1.4,0.2,男\n4.7,1.4,女\n1.5,0.3,男\n".encode("cp932"), COLUMNS,
         [(1.4, 0.2, "男"), (4.7, 1.4, "女")], []),
    File("UTF-16 without a mark", LENGTHS.replace("kind", "Größe").encode("utf-16-le"), ("length", "width", "Größe"),
         LENGTHS_FIRST, []),
    File("UTF-16", LENGTHS.replace("kind", "Größe").encode("utf-16"), ("length", "width", "Größe"), LENGTHS_FIRST, []),
    File("UTF-8 with a mark", LENGTHS.encode("utf-8-sig"), NAMED, LENGTHS_FIRST, []),
    File("UTF-8", LENGTHS.replace("kind", "种类").encode(), ("length", "width", "种类"), LENGTHS_FIRST, []),
    File("cp1252", COMMAS.replace("kind", "espèce").replace("setosa", "d’été").encode("cp1252"),
         ("length", "width", "espèce"), [(1.4, 0.2, "d’été"), (4.7, 1.4, "versicolor")], []),
    # Thousands: no number is misread.
    File("1.234,5", "a;b;kind\n1.234,5;2,5;x\n2.345,5;1,5;y\n", None, [],
         [f"{TWO_NEEDED} 3 columns; only `b` has numbers. `1.234,5` in row 2 is not a number."]),
    File("1 234,5", "a;b;kind\n1\u202f234,5;2,5;x\n2 345,5;1,5;y\n", None, [],
         [f"{TWO_NEEDED} 3 columns; only `b` has numbers. `1�234,5` in row 2 is not a number."]),
    File("1'234.5", "a,b,kind\n1'234.5,2.5,x\n2'345.5,1.5,y\n", None, [],
         [f"{TWO_NEEDED} 3 columns; only `b` has numbers. `1'234.5` in row 2 is not a number."]),
    File('"1,234.5"', 'a,b,kind\n"1,234.5",2.5,x\n"2,345.5",1.5,y\n', None, [],
         [f"{TWO_NEEDED} 3 columns; only `b` has numbers. `1,234.5` in row 2 is not a number."]),
    File("1.234 beside 0,5", "a;b;c;kind\n1.234;0,5;1;x\n2.500;1,5;2;y\n800;2,5;1;y\n", ("b", "c", "kind"),
         [(0.5, 1, "x"), (1.5, 2, "y")], ["`a` is read as words. `1.234` in row 2 is not a number."]),
    File("one of thousands", "a,b,kind\n900,2.5,x\n\"1,200\",1.5,y\n800,0.5,y\n", ("a", "b", "kind"),
         [(900, 2.5, "x"), (800, 0.5, "y")],
         ["Row 3 skipped: `1,200` is not a number."]),
    File("10 %", "a,b,c,kind\n10 %,1,2,x\n20 %,2,1,y\n", ("b", "c", "kind"), [(1, 2, "x"), (2, 1, "y")],
         ["`a` is read as words. `10 %` in row 2 is not a number."]),
]  # fmt: skip
