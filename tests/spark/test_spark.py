"""Tests that the answers of a cluster agree with the CLI, even after a worker was killed in the middle."""

from __future__ import annotations

import re
import warnings
import zipfile
from pathlib import Path

import pytest
from cluster import session, with_killed_worker
from logs import write
from program import of_program, same_json

import benchlens
import benchlens.spark

@pytest.fixture(scope="module")
def frame(spark, logs):
    return benchlens.spark.read_logs(spark, logs)


@pytest.fixture(scope="module")
def rows(frame):
    """Returns the same measurements as rows, because a derived data frame does not know the logs."""
    return frame.select("*")


@pytest.mark.parametrize(
    ("question", "flags"),
    [
        ({}, []),
        ({"row": ".name", "col": "/size,.file"}, ["-row", ".name", "-col", "/size,.file"]),
        ({"table": "pkg", "ignore": "cpu", "adjust": "holm"}, ["-table", "pkg", "-ignore", "cpu", "-adjust", "holm"]),
        ({"filter": ".unit:sec/op /size:(1 OR 64)", "base": "new"}, ["-filter", ".unit:sec/op /size:(1 OR 64)", "-base", "new"]),
        ({"col": ".file", "row": "/log", "outcomes": True}, ["-row", "/log", "-outcomes"]),
        ({"pair": "loose", "sort": "worst", "top": 20}, ["-pair=loose", "-sort", "worst", "-top", "20"]),
        ({"better": "checksum=higher", "margin": "5%"}, ["-better", "checksum=higher", "-margin", "5%"]),
    ],
)
def test_answers_are_those_of_the_program(frame, rows, logs, question, flags):
    report = benchlens.spark.compare(frame, quiet=True, **question)
    assert benchlens.spark.compare(rows, quiet=True, **question).json() == report.json()
    assert report.text() == of_program(logs, *flags)[0]
    assert report.csv() == of_program(logs, "-format", "csv", *flags)[0]
    assert same_json(report, logs, *flags)


def test_python_of_the_chapter(spark, tmp_path, capsys):
    chapter = (Path(__file__).parents[2] / "docs/spark.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    assert blocks
    paths = write(tmp_path / "made", 20_000)
    words = []
    for path in paths:
        side = path.name.split("-")[0]
        folder = tmp_path / "ci" / side
        folder.mkdir(parents=True, exist_ok=True)
        words.append(f"{side}={path.rename(folder / path.name)}")
    # The job that adds a night comes last in the chapter, but the history needs it.
    *others, history, adds = [block for block in blocks if ".remote(" not in block]
    assert ".history(" in history and ".write." in adds
    names = {"spark": spark}
    for block in [*others, adds, history]:
        block = block.replace("s3a://", f"file:{tmp_path}/").replace("local-cluster[2,1,1024]", spark.conf.get("spark.master"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(block, names)
    expected, status = of_program(words, "-filter", ".unit:sec/op", "-gate", "sec/op: +5%")
    # The logs are not interleaved.
    assert status == 4
    nights, status = of_program([tmp_path / "ci/nights"], "history", "-gate", "sec/op: any")
    assert status == 4
    # The CLI does not shorten the label of the only point.
    nights = nights.replace(f"{tmp_path}/ci/nights/date=", "date=")
    assert capsys.readouterr().out == f"{expected}\n{nights}\n"


def test_gates_decide_as_in_the_program(frame, logs):
    # The logs contain invalid lines.
    rules = ["sec/op: +5%; missing: fail", "sec/op: any; new: fail", "geomean sec/op: +50%"]
    for rules in [rules[0], *(f"{rule}; malformed: allow" for rule in rules)]:
        report = benchlens.spark.compare(frame, quiet=True, gate=rules)
        assert same_json(report, logs, "-gate", rules), rules


@pytest.mark.parametrize("source", ["frame", "rows"])
def test_units_of_formulas_are_compared_on_the_driver(request, source, logs):
    formula = "widgets/sec = 1 / sec/op"
    with pytest.warns(UserWarning, match="compared on the driver"):
        report = benchlens.spark.compare(request.getfixturevalue(source), derive=formula, filter="/size:1", table="pkg")
    assert report.text() == of_program(logs, "-derive", formula, "-filter", "/size:1", "-table", "pkg")[0]


def test_a_worker_is_killed_in_the_middle(cluster, spark, frame, logs):
    # The last stage has a task for each shard; some of them are complete, and the driver has their answers.
    report = with_killed_worker(cluster, spark, 24, lambda: benchlens.spark.compare(frame, quiet=True, shards=24))
    assert report.text() == of_program(logs)[0]
    assert same_json(report, logs)


def test_wrong_questions_start_no_job(spark, frame):
    group = spark.sparkContext.statusTracker()
    spark.sparkContext.setJobGroup("wrong", "")
    for wrong in [{"filter": "a:("}, {"row": "a@("}, {"alpha": 2}, {"gate": "sec/op"}, {"pair": "("}]:
        with pytest.raises(benchlens.QueryError):
            benchlens.spark.compare(frame, **wrong)
    with pytest.raises(TypeError, match="unexpected keyword"):
        benchlens.spark.compare(frame, rows=".name")
    assert not group.getJobIdsForGroup("wrong")
    spark.sparkContext.setJobGroup("other", "")
    with pytest.raises(benchlens.QueryError, match="no column is `newer`"):
        benchlens.spark.compare(frame, base="newer")


def test_rows_that_come_twice_are_an_error(frame):
    with pytest.raises(benchlens.ShardError, match="twice|duplicate row|two places"):
        benchlens.spark.compare(frame.union(frame), quiet=True)
    with pytest.raises(benchlens.ShardError, match="twice|duplicate row|two places"):
        benchlens.spark.compare(frame.union(frame.limit(3)), quiet=True)


def test_rows_that_are_left_out_are_told(frame, logs):
    with pytest.warns(benchlens.ReadWarning, match="measurements are in the table: the others are not compared"):
        report = benchlens.spark.compare(frame.filter("unit = 'B/op'"))
    expected = of_program(logs, "-filter", ".unit:B/op")[0]
    assert report.text() == expected


def test_values_that_were_changed_in_one_unit_alone_are_refused(frame, logs):
    from pyspark.sql import functions

    changed = frame.withColumn("value", functions.col("value") * functions.when(functions.col("input") < 2, 1.0).otherwise(2.0))
    with pytest.raises(benchlens.ShardError, match="was written, which is .*: leave out written_value and written_unit"):
        benchlens.spark.compare(changed, quiet=True)
    report = benchlens.spark.compare(changed.drop("written_value", "written_unit"), quiet=True)
    assert report.text() != of_program(logs)[0]
    same = frame.drop("written_value", "written_unit")
    assert benchlens.spark.compare(same, quiet=True).text() == of_program(logs)[0]


def test_rows_in_any_order_are_put_in_order(frame, logs):
    report = benchlens.spark.compare(frame.repartition(5), quiet=True)
    assert report.text() == of_program(logs)[0]


def test_a_log_that_is_too_large_is_told_before_it_is_read(spark, logs):
    with pytest.raises(benchlens.ReadError, match="more than the 1,000 that a task can read"):
        benchlens.spark.read_logs(spark, logs, max_bytes=1000)


def test_logs_that_spark_skips_are_told(spark, tmp_path):
    paths = write(tmp_path, 4_000)
    frame = benchlens.spark.read_logs(spark, [str(path) for path in paths])
    paths[1].unlink()
    spark.conf.set("spark.sql.files.ignoreMissingFiles", "true")
    try:
        with pytest.raises(benchlens.ShardError, match=f"1 of 4 logs were found, but not read: file:.*{paths[1].name}"):
            benchlens.spark.compare(frame, quiet=True)
    finally:
        spark.conf.unset("spark.sql.files.ignoreMissingFiles")
    Path(tmp_path / "empty").mkdir()
    with pytest.raises(benchlens.ReadError, match="no file at .*empty"):
        benchlens.spark.read_logs(spark, [str(paths[0]), str(tmp_path / "empty")])


def test_names_of_files_may_look_like_patterns(spark, tmp_path):
    paths = write(tmp_path / "made", 4_000)
    odd = [path.rename(tmp_path / name) for path, name in zip(paths, ["run[1].txt", "run{a,b} 2.txt", "run*.txt", "run?.txt"])]
    frame = benchlens.spark.read_logs(spark, str(tmp_path / "run*.txt"))
    report = benchlens.spark.compare(frame, quiet=True)
    # A pattern sorts the inputs by name.
    names = sorted(odd, key=lambda path: f"file:{path}")
    assert report.text() == of_program([f"file:{path}={path}" for path in names])[0]


def test_other_data_frames_are_refused(spark):
    frame = spark.createDataFrame([(1, "a")], "n int, name string")
    with pytest.raises(benchlens.TableError, match="missing input.*found n, name"):
        benchlens.spark.compare(frame)
    with pytest.raises(Exception, match="nothing.txt|PATH_NOT_FOUND"):
        benchlens.spark.read_logs(spark, "/nothing.txt")


def test_names_that_are_not_utf8_are_told_with_their_place(spark, tmp_path):
    path = tmp_path / "log.txt"
    path.write_bytes(b"BenchmarkA 1 2 ns/op\nBenchmark\xff 1 2 ns/op\n")
    with pytest.raises(Exception, match="result 2: name is not UTF-8"):
        benchlens.spark.read_logs(spark, str(path)).count()


def test_a_packed_log_is_read_and_several_in_one_file_are_told(spark, logs, tmp_path):
    import gzip
    import tarfile

    paths = [word.split("=", 1)[1] for word in logs]
    for path in paths:
        Path(tmp_path / f"{Path(path).name}.gz").write_bytes(gzip.compress(Path(path).read_bytes()))
    packed = [f"{word.split('=')[0]}={tmp_path / Path(path).name}.gz" for word, path in zip(logs, paths)]
    assert benchlens.spark.compare(benchlens.spark.read_logs(spark, packed), quiet=True).text() == of_program(logs)[0]
    with tarfile.open(tmp_path / "both.tar", "w") as archive:
        for path in paths:
            archive.add(path)
    with pytest.raises(Exception, match="4 logs in one file: unpack them, each is an input"):
        benchlens.spark.compare(benchlens.spark.read_logs(spark, str(tmp_path / "both.tar")), quiet=True)


def test_an_exported_table_is_read_back(spark, frame, logs, tmp_path):
    frame.write.option("compression", "gzip").parquet(str(tmp_path / "runs"))
    report = benchlens.spark.compare(spark.read.parquet(str(tmp_path / "runs")), quiet=True)
    assert report.text() == of_program(logs)[0]


def test_workers_of_another_version_are_told(cluster, spark, logs, tmp_path):
    spark.stop()
    other = session(cluster)
    try:
        frame = benchlens.spark.read_logs(other, logs)
        with pytest.raises(benchlens.ShardError, match=r"a worker does not have benchlens: call benchlens.spark.send_package"):
            benchlens.spark.compare(frame)
        package = Path(benchlens.__file__).parent
        with zipfile.ZipFile(tmp_path / "other.whl", "w") as wheel:
            for path in package.glob("*.*"):
                changed = b'\nfrom . import _native\n_native.__version__ = "0.0.9"\n' if path.name == "__init__.py" else b""
                wheel.writestr(f"benchlens/{path.name}", path.read_bytes() + changed)
        benchlens.spark.send_package(other, wheel=tmp_path / "other.whl")
        with pytest.raises(benchlens.ShardError, match="a worker has benchlens 0.0.9, the driver"):
            benchlens.spark.compare(frame)
    finally:
        other.stop()
