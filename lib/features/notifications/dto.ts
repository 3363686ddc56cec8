import { z } from "zod";
import { TASK_STATUS } from "@/db/schema/tasks";

const notificationDto = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type NotificationDto = z.infer<typeof notificationDto>;

export const notificationPageDto = z.strictObject({
  items: z.array(notificationDto),
  /** Cursor of the next page; null at the end. */
  next: z.uuid().nullable(),
  unread: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPageDto>;

export const taskDto = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(TASK_STATUS),
  /** 0 to 100; null when it cannot be known. */
  progress: z.number().nullable(),
  href: z.string().nullable(),
  cancellable: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type TaskDto = z.infer<typeof taskDto>;
