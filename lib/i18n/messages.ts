import type { Locale } from "./locales";

/** One file an area; the file's name is the namespace. Add a new area to both lists below. */
const loaders = {
  zh_CN: {
    common: () => import("../../messages/zh_CN/common.json"),
    failure: () => import("../../messages/zh_CN/failure.json"),
    nav: () => import("../../messages/zh_CN/nav.json"),
    errors: () => import("../../messages/zh_CN/errors.json"),
    validation: () => import("../../messages/zh_CN/validation.json"),
    auth: () => import("../../messages/zh_CN/auth.json"),
    chat: () => import("../../messages/zh_CN/chat.json"),
    models: () => import("../../messages/zh_CN/models.json"),
    notifications: () => import("../../messages/zh_CN/notifications.json"),
  },
  en_US: {
    common: () => import("../../messages/en_US/common.json"),
    failure: () => import("../../messages/en_US/failure.json"),
    nav: () => import("../../messages/en_US/nav.json"),
    errors: () => import("../../messages/en_US/errors.json"),
    validation: () => import("../../messages/en_US/validation.json"),
    auth: () => import("../../messages/en_US/auth.json"),
    chat: () => import("../../messages/en_US/chat.json"),
    models: () => import("../../messages/en_US/models.json"),
    notifications: () => import("../../messages/en_US/notifications.json"),
  },
} as const;

type Loaded<T> = { [K in keyof T]: T[K] extends () => Promise<{ default: infer M }> ? M : never };
export type Messages = Loaded<(typeof loaders)["zh_CN"]>;
export type MessageArea = keyof Messages;

export async function loadMessages(locale: Locale): Promise<Messages> {
  const entries = Object.entries(loaders[locale]).map(async ([area, load]) => [area, (await load()).default] as const);
  return Object.fromEntries(await Promise.all(entries)) as Messages;
}
