"""A Spark cluster on this machine: one master, two workers, as separate processes that can be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspark

JARS = Path(pyspark.__file__).parent / "jars" / "*"
HOST = "127.0.0.1"
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""The Java options of all processes: none runs long enough for the compiler that optimizes."""
SETTINGS = {
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.executor.extraJavaOptions": SHORT_LIVED,
    "spark.driver.host": HOST,
    "spark.driver.bindAddress": HOST,
    "spark.ui.enabled": "false",
    "spark.executor.memory": "1g",
    "spark.executor.cores": "1",
    "spark.sql.shuffle.partitions": "4",
    # A missing worker is detected soon.
    "spark.network.timeout": "30s",
    "spark.network.timeoutInterval": "5s",
    "spark.executor.heartbeatInterval": "2s",
}
"""The settings of each application."""

PATIENCE = 120.0
"""The number of seconds to wait for a process."""


class Cluster:
    """The processes, and the address of the master."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.servers: list[subprocess.Popen[bytes]] = []
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", "--host", HOST, "--port", "0", "--webui-port", "0")
        self.url = self._find("master", rf"(spark://{re.escape(HOST)}:\d+)")
        self.workers = [self._worker(number) for number in range(2)]
        for number in range(2):
            self._find(f"worker-{number}", r"(Successfully registered with master)")

    def _worker(self, number: int) -> subprocess.Popen[bytes]:
        words = ["--host", HOST, "--cores", "1", "--memory", "2g", "--webui-port", "0"]
        words += ["--work-dir", str(self.folder / f"work-{number}")]
        return self._start(f"worker-{number}", "org.apache.spark.deploy.worker.Worker", *words, self.url)

    def _start(self, name: str, main: str, *words: str) -> subprocess.Popen[bytes]:
        environment = {
            # The package is only on the driver's path, and tests send it to the workers.
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": HOST,
            "SPARK_HOME": str(Path(pyspark.__file__).parent),
            # Without this variable, a worker looks for the folders of a build of Spark.
            "SPARK_SCALA_VERSION": "2.13",
        }
        command = ["java", "-Xmx512m", *SHORT_LIVED.split(), *_opens(), "-cp", str(JARS), main, *words]
        with (self.folder / f"{name}.log").open("wb") as log:
            # A separate process group, so that the processes it starts can be killed with it.
            return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def _find(self, name: str, pattern: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, (self.folder / f"{name}.log").read_text(errors="replace"))
            if found:
                return found[1]
            time.sleep(0.2)
        raise TimeoutError(f"{name} did not start: {(self.folder / f'{name}.log').read_text(errors='replace')[-2000:]}")

    def start_connect(self) -> str:
        """Starts a Spark Connect server, which is then the only application of the cluster, and returns its address."""
        words = ["--master", self.url, "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
        for name, value in {**SETTINGS, "spark.connect.grpc.binding.port": "0"}.items():
            words += ["--conf", f"{name}={value}"]
        # This name means that the class is a part of Spark.
        self.servers.append(self._start("connect", "org.apache.spark.deploy.SparkSubmit", *words, "spark-internal"))
        port = self._find("connect", r"Spark Connect server started at: .*:(\d+)")
        return f"sc://{HOST}:{port}"

    def kill_worker(self, number: int) -> None:
        """Kills a worker and its executors without a clean shutdown."""
        os.killpg(self.workers[number].pid, signal.SIGKILL)
        self.workers[number].wait()

    def restart_worker(self, number: int) -> None:
        """Starts the worker again."""
        self.workers[number] = self._worker(number)
        self._find(f"worker-{number}", r"(Successfully registered with master)")

    def stop(self) -> None:
        """Ends all processes."""
        for process in [*self.servers, *self.workers, self.master]:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def with_killed_worker(cluster: Cluster, spark, tasks: int, ask: Callable[[], Any]) -> Any:  # noqa: ANN001
    """Returns the answer of `ask`. Kills a worker while a stage with this number of tasks is in the middle.

    If the stage is over before this process sees it in the middle, as on a busy machine, asks again.
    """
    for _ in range(10):
        killed_at, answer = _killing_once(cluster, spark, tasks, ask)
        if killed_at is not None:
            cluster.restart_worker(0)
            print(f"killed after {killed_at} of {tasks} tasks")
            return answer
    raise AssertionError("the stage was always over before a worker could be killed: try more log (SPARK_TEST_MB)")


def _killing_once(cluster: Cluster, spark, tasks: int, ask: Callable[[], Any]) -> tuple[int | None, Any]:  # noqa: ANN001
    """Returns the number of tasks that were complete when a worker was killed, and the answer."""
    answer = []
    asking = threading.Thread(target=lambda: answer.append(ask()))
    asking.start()
    killed_at = None
    tracker = spark.sparkContext.statusTracker()
    end = time.monotonic() + 600
    while asking.is_alive() and time.monotonic() < end:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        busy = [stage for stage in stages if stage and stage.numTasks == tasks and 3 <= stage.numCompletedTasks < tasks - 4]
        if busy and killed_at is None:
            killed_at = busy[0].numCompletedTasks
            cluster.kill_worker(0)
        time.sleep(0.02)
    assert answer, "no answer after ten minutes"
    return killed_at, answer[0]


def _opens() -> list[str]:
    """Returns the Java options that Spark needs, as in its own start script."""
    packages = ["java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util"]
    packages += ["java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch", "sun.nio.cs", "sun.security.action"]
    packages += ["sun.util.calendar"]
    return [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in packages]


def session(cluster: Cluster, **conf: str):  # noqa: ANN201
    """Returns a session on the cluster, with one executor on each worker, to which the package is not sent yet."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = HOST
    builder = SparkSession.builder.master(cluster.url).appName("benchlens")
    for name, value in {**SETTINGS, **conf}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark
