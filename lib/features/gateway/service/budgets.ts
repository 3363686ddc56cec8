import "server-only";
import { db } from "@/db/client";
import { searchPublishedApps } from "@/db/queries/apps/apps";
import {
  findBudget,
  findSubjectName,
  insertBudget,
  listBudgets as listRows,
  removeBudget,
  removeBudgetNotices,
  updateBudget,
} from "@/db/queries/gateway/budgets";
import { listApps } from "@/db/queries/gateway/request-logs";
import { listCounters } from "@/db/queries/models/usage";
import { findSubjects, type SubjectKind } from "@/db/queries/organisation/subjects";
import { listUnpricedOf } from "@/db/queries/reports/reports";
import { APPS, isAppId } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn, monthOf } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { refreshRollups } from "@/lib/models/jobs";
import { invalidateBudgets } from "@/lib/models/limits";
import { P } from "@/lib/permissions/codes";
import type { BudgetPatch, BudgetQuery, NewBudget, SubjectQuery } from "../budget-schema";
import type { BudgetDto, BudgetsDto, SubjectDto } from "../dto";

const SUBJECTS_SHOWN = 20;

type Row = Awaited<ReturnType<typeof listRows>>[number];

/** Names the running period of a budget. */
async function runningPeriods(): Promise<(row: Pick<Row, "period">) => string> {
  const day = dayIn((await loadConfig("customConfig")).timeZone);
  return ({ period }) => (period === "day" ? day : monthOf(day));
}

/** Only its amount is edited; it is switched in the list. */
const edited = (row: { limitMicros: number }) => fieldsOf(row, ["limitMicros"]);

/** A page of budgets with what is used of them in the running period. */
export async function listBudgets(actor: Actor, query: BudgetQuery): Promise<BudgetsDto> {
  requirePermission(actor, P.GATEWAY);
  await refreshRollups();
  const { currency } = await loadConfig("gatewayConfig");
  const rows = await listRows(db(), { enabledOnly: false });
  const named = await withSubjects(rows);
  const wanted = query.keyword?.toLowerCase() ?? "";
  const found = named.filter(
    ({ subjectType, subjectName, subjectDetail }) =>
      (!query.type || subjectType === query.type) && `${subjectName}\n${subjectDetail}`.toLowerCase().includes(wanted),
  );
  const from = (query.page - 1) * query.pageSize;
  return { items: await withUse(found.slice(from, from + query.pageSize)), total: found.length, currency };
}

async function withSubjects(rows: readonly Row[]) {
  const idsOf = (kind: SubjectKind) =>
    rows.filter(({ subjectType }) => subjectType === kind).map(({ subjectId }) => subjectId);
  const kinds = ["user", "department", "key"] as const;
  const found = await Promise.all(kinds.map((kind) => findSubjects(db(), kind, { ids: idsOf(kind) })));
  const subjects = new Map(found.flat().map((subject) => [subject.id, subject]));
  return rows.map((row) => {
    const subject = subjects.get(row.subjectId);
    const subjectName = row.subjectType === "app" ? row.subjectId : (subject?.name ?? "");
    return { ...row, subjectName, subjectDetail: subject?.detail ?? "" };
  });
}

async function withUse(rows: Awaited<ReturnType<typeof withSubjects>>): Promise<BudgetDto[]> {
  const periodOf = await runningPeriods();
  const wanted = rows.map((row) => ({
    subject: `${row.subjectType}:${row.subjectId}`,
    unit: "micros",
    period: periodOf(row),
  }));
  const [counters, unpriced] = await Promise.all([
    listCounters(db(), wanted),
    listUnpricedOf(
      db(),
      rows.map((row) => ({ ...row, key: row.subjectId, day: periodOf(row) })),
    ),
  ]);
  const counted = new Map(counters.map((row) => [`${row.subject} ${row.period}`, row]));
  return rows.map((row, index) => {
    const { createdAt: _, updatedAt: __, currency: ___, ...budget } = row;
    const counter = counted.get(`${wanted[index]?.subject} ${wanted[index]?.period}`);
    return {
      ...withRevision(budget, edited),
      usedMicros: counter?.used ?? 0,
      reservedMicros: counter?.reserved ?? 0,
      unpriced: unpriced[index] ?? 0,
    };
  });
}

/** Sets a budget. Throws notFound where there is no such subject, budgetTaken. */
export async function createBudget(actor: Actor, input: NewBudget): Promise<{ id: string }> {
  requirePermission(actor, P.GATEWAY);
  const { currency } = await loadConfig("gatewayConfig");
  const name = await findSubjectName(db(), input.subjectType, input.subjectId);
  if (!name) throw new AppError("invalidInput", { data: { fields: { subjectId: "invalid" } } });
  const id = await unlessTaken({ budgets_subject_key: ["budgetTaken", "subjectId"] }, () =>
    db().transaction(async (tx) => {
      const created = await insertBudget(tx, { ...input, currency });
      await recordAuditEvent(tx, actor, {
        action: "gateway.budget.create",
        target: { type: "budget", id: created, name },
        after: { ...input, currency },
      });
      return created;
    }),
  );
  invalidateBudgets();
  return { id };
}

/** Changes the amount, or switches a budget. With another amount the thresholds are told of again. Throws staleRecord. */
export async function changeBudget(actor: Actor, id: string, { revision, ...patch }: BudgetPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const periodOf = await runningPeriods();
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findBudget(tx, id);
      return row && edited(row);
    };
    await assertCurrent(tx, actor, { type: "budget", id, given: revision, read });
    const before = orNotFound(await findBudget(tx, id));
    await updateBudget(tx, id, patch);
    if (patch.limitMicros !== undefined && patch.limitMicros !== before.limitMicros) {
      await removeBudgetNotices(tx, id, periodOf(before));
    }
    await recordAuditEvent(tx, actor, {
      action: "gateway.budget.change",
      target: { type: "budget", id, name: await findSubjectName(tx, before.subjectType, before.subjectId) },
      before: { limitMicros: before.limitMicros, enabled: before.enabled },
      after: { limitMicros: before.limitMicros, enabled: before.enabled, ...patch },
    });
  });
  invalidateBudgets();
}

/** Takes a budget away: nothing limits the money of its subject any more. */
export async function deleteBudget(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  await db().transaction(async (tx) => {
    const before = orNotFound(await findBudget(tx, id));
    await removeBudget(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "gateway.budget.delete",
      target: { type: "budget", id, name: await findSubjectName(tx, before.subjectType, before.subjectId) },
      before: { subjectType: before.subjectType, subjectId: before.subjectId, limitMicros: before.limitMicros },
    });
  });
  invalidateBudgets();
}

/** People, departments, apps or keys a word finds, for the pickers of this screen. */
export async function searchSubjects(actor: Actor, { type, keyword }: SubjectQuery): Promise<{ items: SubjectDto[] }> {
  requirePermission(actor, P.GATEWAY);
  if (type !== "app") return { items: await findSubjects(db(), type, { keyword, limit: SUBJECTS_SHOWN }) };
  const [known, made] = await Promise.all([listApps(db()), searchPublishedApps(db(), keyword, SUBJECTS_SHOWN)]);
  const names = [...new Set([...APPS, ...known.filter((name) => !isAppId(name))])];
  const items = names
    .filter((name) => name.toLowerCase().includes(keyword.toLowerCase()))
    .map((name) => ({ id: name, name, detail: "" }));
  return { items: [...items, ...made.map(({ id, name, ownerName }) => ({ id, name, detail: ownerName }))] };
}
