import { badRequest } from "@/lib/endpoint/scim-problem";
import { LIST_SCHEMA } from "./names";

export const COUNT_MAX = 200;
const COUNT_DEFAULT = 100;
const START_MAX = 10_000_000;

/** RFC 7644, 3.4.2.4: below one counts as one, a negative count as none. */
export function pageOf(query: URLSearchParams): {
  startIndex: number;
  count: number;
  descending: boolean;
  sortBy: string;
} {
  const whole = (name: string, usual: number) => {
    const text = query.get(name);
    if (text === null || text === "") return usual;
    if (!/^-?\d{1,9}$/.test(text)) throw badRequest("invalidValue", `${name} is no whole number.`);
    return Number(text);
  };
  return {
    startIndex: Math.min(Math.max(whole("startIndex", 1), 1), START_MAX),
    count: Math.min(Math.max(whole("count", COUNT_DEFAULT), 0), COUNT_MAX),
    descending: query.get("sortOrder")?.toLowerCase() === "descending",
    sortBy: (query.get("sortBy") ?? "").toLowerCase(),
  };
}

export function listOf(resources: readonly unknown[], total: number, startIndex = 1) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
