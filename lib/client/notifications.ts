import { queryOptions } from "@tanstack/react-query";
import { api } from "./api-client";

const EVERY_MS = 60_000;
const TASKS_EVERY_MS = 3000;

export const notificationKeys = {
  notifications: ["notifications"] as const,
  tasks: ["tasks"] as const,
};

/** The newest notifications with the unread count; asked for every minute and on focus. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.notifications,
  queryFn: ({ signal }) => api.get("/notifications", { signal }),
  refetchInterval: EVERY_MS,
  meta: { quiet: true },
});

/** Running tasks of the person; looked at closely only while the list is open. */
export const tasksQuery = queryOptions({
  queryKey: notificationKeys.tasks,
  queryFn: ({ signal }) => api.get("/tasks", { signal }),
  refetchInterval: TASKS_EVERY_MS,
  meta: { quiet: true },
});
