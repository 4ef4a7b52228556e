"""Requests of Locust: a path, a path that sometimes fails, and a name with a space."""

from locust import HttpUser, constant, task


class Visitor(HttpUser):
    wait_time = constant(0)

    @task(4)
    def fast(self):
        self.client.get("/fast")

    @task
    def broken(self):
        self.client.get("/broken?page=1")

    @task
    def slow(self):
        self.client.post("/slow", "order", name="slow order")
