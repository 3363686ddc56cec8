import { queryOptions } from "@tanstack/react-query";
import { api } from "./api-client";

export interface NotificationDto {
  id: string;
  kind: string;
  title: string;
  body: string;
  href: string | null;
  readAt: string | null;
  createdAt: string;
}

export interface NotificationPage {
  items: NotificationDto[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  unread: number;
}

export type TaskState = "waiting" | "running" | "done" | "failed" | "cancelled";

export interface TaskDto {
  id: string;
  kind: string;
  title: string;
  state: TaskState;
  /** 0 to 100; null when it cannot be known. */
  progress: number | null;
  href: string | null;
  cancellable: boolean;
  createdAt: string;
}

const EVERY_MS = 60_000;
const TASKS_EVERY_MS = 3000;

export const notificationKeys = {
  notifications: ["notifications"] as const,
  tasks: ["tasks"] as const,
};

/** The newest notifications with the unread count; asked for every minute and on focus. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.notifications,
  queryFn: ({ signal }) => api.get<NotificationPage>("/notifications", { signal }),
  refetchInterval: EVERY_MS,
  meta: { quiet: true },
});

/** Running tasks of the person; looked at closely only while the list is open. */
export const tasksQuery = queryOptions({
  queryKey: notificationKeys.tasks,
  queryFn: ({ signal }) => api.get<{ items: TaskDto[] }>("/tasks", { signal }),
  refetchInterval: TASKS_EVERY_MS,
  meta: { quiet: true },
});
