import { API_ROUTES } from "@/app/api/openapi.json/routes";
import type { Method } from "@/lib/endpoint/openapi";
import { answer } from "./call";
import type { Person } from "./people";

const BASE = "/api/admin/gateway";

interface Ask {
  body?: unknown;
  query?: Record<string, string | number | boolean>;
}

/** Calls of the supplier gateway by their path, e.g. `PATCH keys/<id>`, the way a person makes them. */
export async function gateway<T = Record<string, unknown>>(person: Person, call: string, { body, query }: Ask = {}) {
  const [method = "GET", path = ""] = call.split(" ");
  const parts = path.split("/");
  const entry = API_ROUTES.find(
    (candidate) =>
      candidate.path === `${BASE}/${path}` ||
      candidate.path === `${BASE}/${parts.map((part, index) => (index === 1 ? "[id]" : part)).join("/")}`,
  );
  const handler = entry && (await entry.load())[method as Method];
  if (!handler) throw new Error(`no call ${call}`);
  const params: Record<string, string> = parts[1] ? { id: parts[1] } : {};
  return answer<T>(handler, {
    token: person.token,
    method,
    params,
    query,
    body: method === "GET" ? undefined : (body ?? {}),
  });
}
