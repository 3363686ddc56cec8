import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { sentStatements } from "@/db/client";

interface Metrics {
  registry: Registry;
  requests: Counter<"method" | "status">;
  requestSeconds: Histogram<"method">;
  openRuns: Gauge;
  runs: Counter<"outcome">;
  firstTokenSeconds: Histogram;
  tokens: Counter<"direction">;
}

const shared = globalThis as typeof globalThis & { __metrics?: Metrics };

function create(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Counter({
    name: "database_statements_total",
    help: "Statements sent to the database; those of an answer's way have names",
    labelNames: ["name"],
    registers,
    collect() {
      this.reset();
      for (const [name, count] of sentStatements()) this.inc({ name: name || "other" }, count);
    },
  });
  return {
    registry,
    requests: new Counter({
      name: "http_requests_total",
      help: "Calls answered",
      labelNames: ["method", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Time to the answer's first byte",
      labelNames: ["method"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    openRuns: new Gauge({ name: "answer_runs_open", help: "Answers being written by this process", registers }),
    runs: new Counter({
      name: "answer_runs_total",
      help: "Calls of chat models settled in the ledger",
      labelNames: ["outcome"],
      registers,
    }),
    firstTokenSeconds: new Histogram({
      name: "model_first_token_seconds",
      help: "Time from the arrival of a call to its first token",
      buckets: [0.1, 0.3, 0.6, 1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    tokens: new Counter({
      name: "model_tokens_total",
      help: "Tokens settled in the ledger",
      labelNames: ["direction"],
      registers,
    }),
  };
}

export function metrics(): Metrics {
  shared.__metrics ??= create();
  return shared.__metrics;
}

export function countRequest(method: string, status: number, milliseconds: number): void {
  metrics().requests.inc({ method, status: String(status) });
  metrics().requestSeconds.observe({ method }, milliseconds / 1000);
}
