import "server-only";
import { db } from "@/db/client";
import { listOwnPricingRuns } from "@/db/queries/pricing";
import { listRunning } from "@/db/queries/runs";
import { countUnread, listNotifications as listRows, markNotificationsRead } from "@/db/queries/system";
import type { Actor } from "@/lib/auth/actor";
import type { NotificationPage, TaskDto } from "@/lib/client/bell";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { cancelPricing } from "@/lib/models/pricing";
import { cancelVerification, readVerification } from "@/lib/operation-log/verification";
import { stopOwnRun } from "@/lib/stream/stop";

const PAGE = 20;
/** Where the conversations of an area are read; personal chat where nothing is said. */
const HOMES: Readonly<Record<string, string>> = { document: "/personal/document/comminicate" };

/** Own notifications in the caller's language, newest first, with the unread count (100 at most). */
export async function listNotifications(actor: Actor, locale: Locale, before?: string): Promise<NotificationPage> {
  const [rows, unread, translate] = await Promise.all([
    listRows(db(), actor.id, { before, limit: PAGE + 1 }),
    countUnread(db(), actor.id),
    areaTexts(locale, "notifications"),
  ]);
  const items = rows.slice(0, PAGE).map((row) => ({
    id: row.id,
    kind: row.kind,
    title: translate(`${row.kind}.title`, row.args),
    body: translate(`${row.kind}.body`, row.args),
    href: row.href,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
  return { items, unread, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

/** Marks own notifications as read: those named, or all. */
export async function readNotifications(actor: Actor, ids?: string[]): Promise<void> {
  await markNotificationsRead(db(), actor.id, ids);
}

/** The person's work that is running now, of every area. */
export async function listTasks(actor: Actor, locale: Locale): Promise<{ items: TaskDto[] }> {
  const [runs, check, pricing, translate] = await Promise.all([
    listRunning(db(), actor.id),
    readVerification(),
    listOwnPricingRuns(db(), actor.id),
    areaTexts(locale, "notifications"),
  ]);
  const answers = runs.map((run) => ({
    id: run.id,
    kind: "answer",
    title: translate("task.answer", { title: run.title }),
    state: "running" as const,
    progress: null,
    href: `${HOMES[run.kind] ?? "/personal/chat"}?id=${run.sessionId}`,
    cancellable: true,
    createdAt: run.createdAt.toISOString(),
  }));
  const checks =
    check?.status === "running" && check.ownerId === actor.id
      ? [
          {
            id: check.id,
            kind: "logVerification",
            title: translate("task.logVerification"),
            state: "running" as const,
            progress: check.until > 0 ? Math.round((check.checked / (check.until - check.from + 1)) * 100) : null,
            href: "/system/log-manage/operation-log?open=chain",
            cancellable: true,
            createdAt: check.startedAt,
          },
        ]
      : [];
  const prices = pricing.map((run) => ({
    id: run.id,
    kind: "pricing",
    title: translate("task.pricing", { model: run.modelName }),
    state: "running" as const,
    progress: run.total > 0 ? Math.min(100, Math.round((run.checked / run.total) * 100)) : null,
    href: `/system/gateway/model-supplier?tab=prices&open=${run.channelId}`,
    cancellable: true,
    createdAt: run.createdAt.toISOString(),
  }));
  return { items: [...answers, ...checks, ...prices] };
}

/** Cancels an own task. Throws notFound. */
export async function cancelTask(actor: Actor, id: string): Promise<void> {
  if ((await cancelVerification(id, actor.id)) || (await cancelPricing(id, actor.id))) return;
  await stopOwnRun(actor.id, id);
}
