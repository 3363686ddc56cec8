import "server-only";
import { db } from "@/db/client";
import { listGaps } from "@/db/queries/knowledge-operations/gaps";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { type ExportSheet, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { sheetClock } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import type { GapCardDto } from "../gap-dto";
import { EXPORT_GAPS_MAX } from "../gap-limits";
import type { GapExportQuery } from "../gap-schema";
import { filterOf, toCards } from "./gap-board";
import { scopeWith } from "./gap-scope";

const COLUMNS = [
  ...["question", "base", "state", "questions", "notFound", "lowSupport", "disliked", "askers", "departments"],
  ...["owner", "due", "passed", "first", "since"],
] as const;

/** The gaps of the board as a file: words only of questions the person may read. Throws notFound. */
export async function exportGaps(
  actor: Actor,
  { format, ...query }: GapExportQuery,
  locale: Locale,
): Promise<Response> {
  const scope = await scopeWith(actor, query.baseId);
  const filter = filterOf(actor, query);
  const rows = await listGaps(db(), scope, filter, { limit: EXPORT_GAPS_MAX, offset: 0 });
  const cards = await toCards(actor, rows, filter.since);
  const [t, { timeZone }] = await Promise.all([
    areaTexts(locale, "knowledge-operations-gaps"),
    loadConfig("customConfig"),
  ]);
  const clock = sheetClock(timeZone);
  const moment = (at: string | null) => (at ? clock.format(new Date(at)) : null);
  const line = (card: GapCardDto) => [
    card.title ?? t("untitled", { count: card.questions }),
    card.base.name,
    t(`state.${card.state}`),
    ...[card.questions, card.notFound, card.lowSupport, card.disliked, card.askers],
    card.departments.map(({ name, count }) => `${name} ${count}`).join(", "),
    card.owner && !card.owner.isGone ? card.owner.name : null,
    moment(card.dueAt),
    card.checks.total > 0 ? `${card.checks.passed} / ${card.checks.total}` : null,
    ...[moment(card.firstAt), moment(card.stateAt)],
  ];
  const header = COLUMNS.map((column) => t(`export.${column}` as "export.question"));
  const sheet: ExportSheet = { name: t("title"), header, rows: cards.map(line) };
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "gap.export",
      target: { type: "knowledgeGap", id: query.baseId ?? actor.id },
      after: { format, rows: cards.length },
    }),
  );
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, t("title"));
}
