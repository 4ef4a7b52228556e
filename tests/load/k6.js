// Requests of k6: a URL with a query, a path that sometimes fails, and a name with a space.
import http from 'k6/http';

export const options = {
  discardResponseBodies: true,
  scenarios: {
    steady: { executor: 'constant-arrival-rate', rate: 45, timeUnit: '1s', duration: '2s', preAllocatedVUs: 8 },
  },
};

export default function () {
  http.get(`${__ENV.TARGET}/fast?page=${__ITER % 3}`);
  http.get(`${__ENV.TARGET}/broken`);
  http.post(`${__ENV.TARGET}/slow`, 'order', { tags: { name: 'slow order' } });
}
