import "server-only";
import { db } from "@/db/client";
import { listDepartmentNames } from "@/db/queries/reports/names";
import { type KeyedSums, listTotals } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { lastOfMonth, splitRange } from "@/lib/config/day-range";
import { NO_SUMS } from "@/lib/config/usage-measures";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { Named, StatementDto, StatementRow } from "../dto";
import { figuresOf } from "../figures";
import type { StatementQuery } from "../schema";
import { openFrame } from "./frame";
import { namesOf } from "./names";
import { type Filter, readCube, readPeople, readSum } from "./read";

/**
 * A department's month, of itself and everything below it as the tree was then; without a department the whole
 * organisation's (spec N3). Throws notFound for a department that is neither there nor ever had calls.
 */
export async function readStatement(actor: Actor, { month, departmentId }: StatementQuery): Promise<StatementDto> {
  requirePermission(actor, P.REPORT_TOKENS);
  const from = `${month}-01`;
  const range = { from, to: lastOfMonth(from) };
  const { today, timeZone, currency } = await openFrame({ period: "custom", ...range });
  const filter: Filter = { dept: departmentId };
  const name = await namesOf("department", departmentId ? [departmentId] : []);
  if (departmentId) await requireDepartment(departmentId);
  const [total, own, people, apps, models, lines, departments] = await Promise.all([
    readSum(filter, range, today),
    departmentId ? ownSum(departmentId, range, today) : null,
    readPeople(filter, range, today),
    readCube("app", filter, range),
    readCube("model", filter, range),
    readCube("appModel", filter, range),
    readCube("department", filter, range),
  ]);
  const [modelName, departmentName, appName] = await Promise.all([
    namesOf(
      "model",
      models.map(({ key }) => key),
    ),
    namesOf(
      "department",
      departments.map(({ key }) => key),
    ),
    namesOf("app", []),
  ]);
  return {
    month,
    department: departmentId ? name(departmentId) : null,
    timeZone,
    currency,
    generatedAt: new Date().toISOString(),
    people,
    total: figuresOf(total),
    own,
    apps: rowsOf(apps, appName),
    models: rowsOf(models, modelName),
    lines: sorted(lines).map(({ key, ...sums }) => {
      // The app's name may hold spaces, the model's id does not.
      const cut = key.lastIndexOf(" ");
      return { app: appName(key.slice(0, cut)), model: modelName(key.slice(cut + 1)), figures: figuresOf(sums) };
    }),
    departments: rowsOf(departments, departmentName),
  };
}

async function requireDepartment(id: string): Promise<void> {
  const [row] = await listDepartmentNames(db(), [id]);
  if (row) return;
  const everything = { months: { from: "1900-01-01", to: "9999-01-01" }, days: [] };
  const { items } = await listTotals(db(), { dimension: "tree", keys: [id], window: everything, limit: 1 });
  if (items.length === 0) throw new AppError("notFound");
}

async function ownSum(departmentId: string, range: { from: string; to: string }, today: string) {
  const { items } = await listTotals(db(), {
    dimension: "department",
    keys: [departmentId],
    window: splitRange(range, today),
    limit: 1,
  });
  return figuresOf(items[0] ?? NO_SUMS);
}

function sorted(rows: KeyedSums[]): KeyedSums[] {
  return rows.sort((a, b) => b.costMicros - a.costMicros || tokens(b) - tokens(a) || (a.key < b.key ? -1 : 1));
}

const tokens = (row: KeyedSums) => row.inputTokens + row.outputTokens;

function rowsOf(rows: KeyedSums[], name: (key: string) => Named): StatementRow[] {
  return sorted(rows).map(({ key, ...sums }) => ({ ...name(key), figures: figuresOf(sums) }));
}
