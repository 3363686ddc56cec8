import "server-only";
import { db } from "@/db/client";
import { listRunning } from "@/db/queries/conversation/runs";
import {
  countUnread,
  listNotifications as listRows,
  markNotificationsRead,
} from "@/db/queries/notifications/notifications";
import { listOpenTasks, type TaskRow } from "@/db/queries/tasks/tasks";
import type { Actor } from "@/lib/auth/actor";
import { conversationHref } from "@/lib/conversation/areas";
import type { NotificationPage, TaskDto } from "@/lib/features/notifications/dto";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { stopOwnRun } from "@/lib/stream/stop";
import { cancelTask as cancel } from "@/lib/tasks/tasks";

const PAGE = 20;
const TASKS_MAX = 50;

/** Own notifications in the caller's language, newest first, with the unread count (100 at most). */
export async function listNotifications(actor: Actor, locale: Locale, before?: string): Promise<NotificationPage> {
  const [rows, unread, translate] = await Promise.all([
    listRows(db(), actor.id, { before, limit: PAGE + 1 }),
    countUnread(db(), actor.id),
    areaTexts(locale, "notices"),
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

/** The person's work that is under way or waits, of every area. */
export async function listTasks(actor: Actor, locale: Locale): Promise<{ items: TaskDto[] }> {
  const [runs, tasks, translate] = await Promise.all([
    listRunning(db(), actor.id),
    listOpenTasks(db(), actor.id, TASKS_MAX),
    areaTexts(locale, "tasks"),
  ]);
  const answers = runs.map((run) => ({
    id: run.id,
    kind: "answer",
    title: translate("answer", { title: run.title }),
    state: "running" as const,
    progress: null,
    href: conversationHref(run.kind, run.sessionId),
    cancellable: true,
    createdAt: run.createdAt.toISOString(),
  }));
  const others = tasks.map((task) => ({
    id: task.id,
    kind: task.kind,
    title: translate(task.kind, task.titleArgs),
    state: task.status,
    progress: progressOf(task),
    href: task.href,
    cancellable: true,
    createdAt: task.createdAt.toISOString(),
  }));
  return { items: [...answers, ...others] };
}

/** Per cent; null while it cannot be known. */
function progressOf({ done, total }: TaskRow): number | null {
  return total > 0 ? Math.min(100, Math.round((done / total) * 100)) : null;
}

/** Cancels an own task. Throws notFound. */
export async function cancelTask(actor: Actor, id: string): Promise<void> {
  if (await cancel(id, { ownerId: actor.id, by: actor })) return;
  await stopOwnRun(actor.id, id);
}
