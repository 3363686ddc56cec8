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
    chatMore: () => import("../../messages/zh_CN/chatMore.json"),
    gateway: () => import("../../messages/zh_CN/gateway.json"),
    models: () => import("../../messages/zh_CN/models.json"),
    modelList: () => import("../../messages/zh_CN/modelList.json"),
    notifications: () => import("../../messages/zh_CN/notifications.json"),
    openApi: () => import("../../messages/zh_CN/openApi.json"),
    tools: () => import("../../messages/zh_CN/tools.json"),
    reports: () => import("../../messages/zh_CN/reports.json"),
    organisation: () => import("../../messages/zh_CN/organisation.json"),
    imports: () => import("../../messages/zh_CN/imports.json"),
    roles: () => import("../../messages/zh_CN/roles.json"),
    menus: () => import("../../messages/zh_CN/menus.json"),
    operationLog: () => import("../../messages/zh_CN/operationLog.json"),
    licence: () => import("../../messages/zh_CN/licence.json"),
    loginChannels: () => import("../../messages/zh_CN/loginChannels.json"),
    loginGuide: () => import("../../messages/zh_CN/loginGuide.json"),
    directorySync: () => import("../../messages/zh_CN/directorySync.json"),
    scim: () => import("../../messages/zh_CN/scim.json"),
    configuration: () => import("../../messages/zh_CN/configuration.json"),
    terms: () => import("../../messages/zh_CN/terms.json"),
    account: () => import("../../messages/zh_CN/account.json"),
    preview: () => import("../../messages/zh_CN/preview.json"),
    backups: () => import("../../messages/zh_CN/backups.json"),
    documents: () => import("../../messages/zh_CN/documents.json"),
    documentOutput: () => import("../../messages/zh_CN/documentOutput.json"),
    reader: () => import("../../messages/zh_CN/reader.json"),
    prompts: () => import("../../messages/zh_CN/prompts.json"),
    personal: () => import("../../messages/zh_CN/personal.json"),
    records: () => import("../../messages/zh_CN/records.json"),
  },
  en_US: {
    common: () => import("../../messages/en_US/common.json"),
    failure: () => import("../../messages/en_US/failure.json"),
    nav: () => import("../../messages/en_US/nav.json"),
    errors: () => import("../../messages/en_US/errors.json"),
    validation: () => import("../../messages/en_US/validation.json"),
    auth: () => import("../../messages/en_US/auth.json"),
    chat: () => import("../../messages/en_US/chat.json"),
    chatMore: () => import("../../messages/en_US/chatMore.json"),
    gateway: () => import("../../messages/en_US/gateway.json"),
    models: () => import("../../messages/en_US/models.json"),
    modelList: () => import("../../messages/en_US/modelList.json"),
    notifications: () => import("../../messages/en_US/notifications.json"),
    openApi: () => import("../../messages/en_US/openApi.json"),
    tools: () => import("../../messages/en_US/tools.json"),
    reports: () => import("../../messages/en_US/reports.json"),
    organisation: () => import("../../messages/en_US/organisation.json"),
    imports: () => import("../../messages/en_US/imports.json"),
    roles: () => import("../../messages/en_US/roles.json"),
    menus: () => import("../../messages/en_US/menus.json"),
    operationLog: () => import("../../messages/en_US/operationLog.json"),
    licence: () => import("../../messages/en_US/licence.json"),
    loginChannels: () => import("../../messages/en_US/loginChannels.json"),
    loginGuide: () => import("../../messages/en_US/loginGuide.json"),
    directorySync: () => import("../../messages/en_US/directorySync.json"),
    scim: () => import("../../messages/en_US/scim.json"),
    configuration: () => import("../../messages/en_US/configuration.json"),
    terms: () => import("../../messages/en_US/terms.json"),
    account: () => import("../../messages/en_US/account.json"),
    preview: () => import("../../messages/en_US/preview.json"),
    backups: () => import("../../messages/en_US/backups.json"),
    documents: () => import("../../messages/en_US/documents.json"),
    documentOutput: () => import("../../messages/en_US/documentOutput.json"),
    reader: () => import("../../messages/en_US/reader.json"),
    prompts: () => import("../../messages/en_US/prompts.json"),
    personal: () => import("../../messages/en_US/personal.json"),
    records: () => import("../../messages/en_US/records.json"),
  },
} as const;

type Loaded<T> = { [K in keyof T]: T[K] extends () => Promise<{ default: infer M }> ? M : never };
export type Messages = Loaded<(typeof loaders)["zh_CN"]>;
export type MessageArea = keyof Messages;

export async function loadMessages(locale: Locale): Promise<Messages> {
  const entries = Object.entries(loaders[locale]).map(async ([area, load]) => [area, (await load()).default] as const);
  return Object.fromEntries(await Promise.all(entries)) as Messages;
}

/** The texts of one area; for parts of the browser that are loaded on first use. */
export async function loadArea<A extends MessageArea>(locale: Locale, area: A): Promise<Messages[A]> {
  return (await loaders[locale][area]()).default as Messages[A];
}
