import "server-only";
import { NO_ID } from "@/db/schema/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Range } from "@/lib/config/day-range";
import { addSums, NO_SUMS, type Sums } from "@/lib/config/usage-measures";
import { P } from "@/lib/permissions/codes";
import type { DepartmentNode, DepartmentTreeDto } from "../dto";
import { figuresOf } from "../figures";
import type { DepartmentTreeQuery } from "../schema";
import { openFrame } from "./frame";
import { namesOf } from "./names";
import { type Filter, readPaths, readPathTokens } from "./read";
import { filterOf } from "./tokens";

/** What each department used by itself and with those below it, as the tree was at the time of the calls (spec N2). */
export async function readDepartmentTree(actor: Actor, query: DepartmentTreeQuery): Promise<DepartmentTreeDto> {
  requirePermission(actor, P.REPORT_TOKENS);
  const frame = await openFrame(query);
  const filter = filterOf(query);
  const [now, before] = await Promise.all([
    branchesIn(filter, frame.range, frame.today),
    tokensIn(filter, frame.before, frame.today),
  ]);
  const keyOf = (id: string) => id.slice(id.lastIndexOf("/") + 1) || NO_ID;
  const name = await namesOf("department", [...now.keys()].map(keyOf));
  const tokens = ({ all }: Branch) => all.inputTokens + all.outputTokens;
  const children = Map.groupBy(now, ([id]) => parentOf(id));
  const nodes: DepartmentNode[] = [];
  const visit = (parentId: string | null, level: number) => {
    const siblings = children.get(parentId) ?? [];
    for (const [id, branch] of siblings.sort((a, b) => tokens(b[1]) - tokens(a[1]) || (a[0] < b[0] ? -1 : 1))) {
      const tokensBefore = before.get(id) ?? 0;
      const figures = { figures: figuresOf(branch.all), own: figuresOf(branch.own) };
      nodes.push({ ...name(keyOf(id)), id, parentId, level, ...figures, tokensBefore });
      visit(id, level + 1);
    }
  };
  visit(null, 1);
  return { ...frame, nodes };
}

interface Branch {
  own: Sums;
  /** With what is below. */
  all: Sums;
}

const parentOf = (id: string) => (id.includes("/") ? id.slice(0, id.lastIndexOf("/")) : null);

/** By the way from the top; narrowed to a department it begins there, because of those above only a part is left. */
function wayOf(path: string, { dept }: Filter): string[] {
  const parts = path.split("/").filter(Boolean);
  const way = dept ? parts.slice(parts.indexOf(dept)) : parts;
  return way.length === 0 ? [""] : way.map((_, index) => way.slice(0, index + 1).join("/"));
}

async function branchesIn(filter: Filter, range: Range, today: string): Promise<Map<string, Branch>> {
  const branches = new Map<string, Branch>();
  for (const { key: path, ...sums } of await readPaths(filter, range, today)) {
    const ids = wayOf(path, filter);
    for (const [index, id] of ids.entries()) {
      const { own, all } = branches.get(id) ?? { own: NO_SUMS, all: NO_SUMS };
      branches.set(id, { own: index === ids.length - 1 ? addSums(own, sums) : own, all: addSums(all, sums) });
    }
  }
  return branches;
}

/** What each branch used in tokens, with what was below it. */
async function tokensIn(filter: Filter, range: Range, today: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { key: path, tokens } of await readPathTokens(filter, range, today))
    for (const id of wayOf(path, filter)) sums.set(id, (sums.get(id) ?? 0) + tokens);
  return sums;
}
