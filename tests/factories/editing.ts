import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as readBackups } from "@/app/api/admin/backups/route";
import { PATCH as changeBackups } from "@/app/api/admin/backups/settings/route";
import { PATCH as changeBudget } from "@/app/api/admin/gateway/budgets/[id]/route";
import { POST as createBudget, GET as listBudgets } from "@/app/api/admin/gateway/budgets/route";
import { PATCH as changeRoutedChannel } from "@/app/api/admin/gateway/channels/[id]/route";
import { PATCH as changeKey } from "@/app/api/admin/gateway/keys/[id]/route";
import { GET as listRouted } from "@/app/api/admin/gateway/models/route";
import { PATCH as changeGateway, GET as readGateway } from "@/app/api/admin/gateway/settings/route";
import {
  PATCH as changeGatewaySupplier,
  GET as readGatewaySupplier,
} from "@/app/api/admin/gateway/suppliers/[id]/route";
import { PATCH as changeChannel, GET as readChannel } from "@/app/api/admin/login-channels/[id]/route";
import { GET as listSync } from "@/app/api/admin/login-channels/[id]/sync/route";
import { PATCH as changeSync } from "@/app/api/admin/login-channels/[id]/sync/settings/route";
import { POST as createChannel } from "@/app/api/admin/login-channels/route";
import { PATCH as changeDefaults, GET as readDefaults } from "@/app/api/admin/model/defaults/route";
import { PATCH as changeModel, GET as readModel } from "@/app/api/admin/model/models/[id]/route";
import { PATCH as changeSupplier } from "@/app/api/admin/model/suppliers/[id]/route";
import { GET as listSuppliers } from "@/app/api/admin/model/suppliers/route";
import { PATCH as changeApiKey } from "@/app/api/admin/open/keys/[id]/route";
import { GET as listApiKeys } from "@/app/api/admin/open/keys/route";
import { PATCH as changeLog } from "@/app/api/admin/operation-log/settings/route";
import { GET as readLog } from "@/app/api/admin/operation-log/verification/route";
import { PATCH as changeDepartment } from "@/app/api/admin/org/departments/[id]/route";
import { POST as createDepartment, GET as listDepartments } from "@/app/api/admin/org/departments/route";
import { PATCH as changeMenu } from "@/app/api/admin/org/menus/[id]/route";
import { POST as createMenu, GET as listMenus } from "@/app/api/admin/org/menus/route";
import { PATCH as changeRole, GET as readRole } from "@/app/api/admin/org/roles/[id]/route";
import { PATCH as changeUser, GET as readUser } from "@/app/api/admin/org/users/[id]/route";
import { PATCH as changeForAll, GET as readForAll } from "@/app/api/admin/prompts/[id]/route";
import { PATCH as changeCategory } from "@/app/api/admin/prompts/categories/[id]/route";
import { POST as createCategory, GET as listCategories } from "@/app/api/admin/prompts/categories/route";
import { POST as createForAll } from "@/app/api/admin/prompts/route";
import { PUT as changePolicy } from "@/app/api/admin/records/policies/[departmentId]/route";
import { GET as listPolicies } from "@/app/api/admin/records/policies/route";
import { PATCH as changeTerms, GET as readTerms } from "@/app/api/admin/terms/[id]/route";
import { POST as createTerms } from "@/app/api/admin/terms/route";
import { PATCH as changeBuiltin } from "@/app/api/admin/tools/builtin/[key]/route";
import { GET as listTools } from "@/app/api/admin/tools/route";
import { PATCH as changeServer } from "@/app/api/admin/tools/servers/[id]/route";
import { PATCH as changeServerTool } from "@/app/api/admin/tools/servers/[id]/tools/[toolId]/route";
import { PUT as changeDocuments, GET as readDocuments } from "@/app/api/documents/config/route";
import { PATCH as changePrompt, GET as readPrompt } from "@/app/api/prompts/[id]/route";
import { PATCH as changeProfile, GET as readProfile } from "@/app/api/user/profile/route";
import { db } from "@/db/client";
import { insertSupplier, listChannelsOf } from "@/db/queries/models/models";
import { insertSupplierKeys } from "@/db/queries/models/supplier-keys";
import { systemConfig } from "@/db/schema/config";
import { loginChannels } from "@/db/schema/login-channels";
import { modelDefaults } from "@/db/schema/models";
import { mcpServers, mcpTools, tools } from "@/db/schema/tools";
import { invalidateConfig } from "@/lib/config/system-config";
import type { Handler } from "@/lib/endpoint/route";
import { makeApiKey } from "./api-keys";
import { answer } from "./call";
import { oidcBody } from "./channel-calls";
import { makeLoginChannel } from "./login-channels";
import { makeModel } from "./models";
import { makeRole } from "./organisation";
import { makePerson, type Person } from "./people";
import { makePrompt, promptBody } from "./prompts";
import { clearTerms } from "./terms";

/** A record as its form loads it, and how it is saved. */
export interface Opened {
  read: () => Promise<Record<string, unknown> & { revision: string }>;
  save: Handler;
  params?: Record<string, string>;
  method?: "PUT" | "PATCH";
  /** Saves of one field, by its value; the names of what `current` must show. */
  first: Record<string, unknown>;
  second: Record<string, unknown>;
  /** What stands beside the field in every save. */
  rest?: Record<string, unknown>;
}

const ADDRESS = "http://127.0.0.1:9";
const named = (text = "n") => `${text} ${v7().slice(-12)}`;

type Row = Record<string, unknown> & { revision: string };

const owned = (owner: Person) => {
  const get = async <T>(handler: Handler, params?: Record<string, string>, query?: Record<string, string | number>) => {
    const { data, message } = await answer<T>(handler, { token: owner.token, params, query });
    if (data === null) throw new Error(message);
    return data;
  };
  const post = async (handler: Handler, body: object) => {
    const { data, message } = await answer<{ id: string }>(handler, { token: owner.token, body });
    if (!data) throw new Error(message);
    return data.id;
  };
  const inList = async (handler: Handler, id: string, query?: Record<string, string | number>) =>
    (await get<{ items: (Row & { id: string })[] }>(handler, undefined, query)).items.find((item) => item.id === id)!;
  return { get, post, inList };
};

const supplier = () => insertSupplier(db(), { name: named(), template: "openai-compatible", baseUrl: ADDRESS });

/** Every kind of record that a form edits; each makes one of its own, which `owner` may change. */
export const EDITED: Record<string, (owner: Person) => Promise<Opened>> = {
  "a role": async (owner) => {
    const params = { id: await makeRole(["USER"]) };
    const read = () => owned(owner).get<Row>(readRole, params);
    return { read, save: changeRole, params, first: { name: named() }, second: { description: "second" } };
  },
  "a person": async (owner) => {
    const params = { id: (await makePerson()).id };
    const read = () => owned(owner).get<Row>(readUser, params);
    return { read, save: changeUser, params, first: { name: "First" }, second: { email: "second@example.com" } };
  },
  "a department": async (owner) => {
    const id = await owned(owner).post(createDepartment, { name: named() });
    const read = () => owned(owner).inList(listDepartments, id);
    return { read, save: changeDepartment, params: { id }, first: { name: named() }, second: { name: named() } };
  },
  "a model": async (owner) => {
    const params = { id: await makeModel(ADDRESS, "edited") };
    const read = () => owned(owner).get<Row>(readModel, params);
    return { read, save: changeModel, params, first: { description: "first" }, second: { contextWindow: 9 } };
  },
  "the default models": async (owner) => {
    const first = { chat: await makeModel(ADDRESS, "first") };
    const second = { chat: await makeModel(ADDRESS, "second") };
    return { read: () => owned(owner).get<Row>(readDefaults), save: changeDefaults, first, second };
  },
  "a supplier in model access": async (owner) => {
    const id = await supplier();
    const read = () => owned(owner).inList(listSuppliers, id);
    return { read, save: changeSupplier, params: { id }, first: { name: named() }, second: { name: named() } };
  },
  "a supplier in the gateway": async (owner) => {
    const params = { id: await supplier() };
    const read = async () => (await owned(owner).get<{ supplier: Row }>(readGatewaySupplier, params)).supplier;
    return { read, save: changeGatewaySupplier, params, first: { residency: "EU" }, second: { requestsPerMinute: 7 } };
  },
  "a supplier's key": async (owner) => {
    const supplierId = await supplier();
    const [id] = await insertSupplierKeys(db(), [{ supplierId, name: "key", cipher: "x", hint: "abcd" }]);
    const read = async () =>
      (await owned(owner).get<{ keys: Row[] }>(readGatewaySupplier, { id: supplierId })).keys[0]!;
    return { read, save: changeKey, params: { id: id! }, first: { weight: 3 }, second: { name: "other" } };
  },
  "a channel of a model": async (owner) => {
    const modelId = await makeModel(ADDRESS, "routed");
    const [channel] = await listChannelsOf(db(), modelId);
    const { name } = (await owned(owner).get<{ edited: { name: string } }>(readModel, { id: modelId })).edited;
    const read = async () => {
      const { items } = await owned(owner).get<{ items: { channels: Row[] }[] }>(listRouted, undefined, {
        keyword: name,
      });
      return items[0]!.channels[0]!;
    };
    return {
      read,
      save: changeRoutedChannel,
      params: { id: channel!.id },
      first: { weight: 3 },
      second: { weight: 4 },
    };
  },
  "a budget": async (owner) => {
    const subject = { subjectType: "app", subjectId: `app-${v7().slice(-8)}`, period: "day" };
    const id = await owned(owner).post(createBudget, { ...subject, limitMicros: 5 });
    const read = () => owned(owner).inList(listBudgets, id, { pageSize: 100 });
    return { read, save: changeBudget, params: { id }, first: { limitMicros: 6 }, second: { limitMicros: 7 } };
  },
  "the gateway's settings": async (owner) => ({
    read: () => owned(owner).get<Row>(readGateway),
    save: changeGateway,
    first: { requestLogDays: 11 },
    second: { requestLogDays: 12 },
  }),
  "a draft of the terms": async (owner) => {
    const params = { id: await owned(owner).post(createTerms, {}) };
    const read = () => owned(owner).get<Row>(readTerms, params);
    const rest = { markdownZh: "zh", markdownEn: "en", noteZh: "", noteEn: "" };
    return { read, save: changeTerms, params, rest, first: { markdownEn: "first" }, second: { noteEn: "second" } };
  },
  "a department's record policy": async (owner) => {
    const departmentId = await owned(owner).post(createDepartment, { name: named() });
    const read = async () => {
      const { items } = await owned(owner).get<{ items: (Row & { departmentId: string })[] }>(listPolicies);
      return items.find((item) => item.departmentId === departmentId)!;
    };
    const rest = { retentionDays: null, mayDelete: true, adminAccess: "metadata" };
    const [first, second] = [{ retentionDays: 30 }, { mayDelete: false }];
    return { read, save: changePolicy, method: "PUT", params: { departmentId }, rest, first, second };
  },
  "an entry of the menu": async (owner) => {
    const id = await owned(owner).post(createMenu, { type: "group", nameZh: "组", nameEn: named(), path: "/" });
    const read = () => owned(owner).inList(listMenus, id);
    return { read, save: changeMenu, params: { id }, first: { nameZh: "一" }, second: { nameEn: "Two" } };
  },
  "a built-in tool": async (owner) => {
    const read = async () =>
      (await owned(owner).get<{ builtin: (Row & { key: string })[] }>(listTools)).builtin.find(
        ({ key }) => key === "calculate",
      )!;
    const params = { key: "calculate" };
    return { read, save: changeBuiltin, params, first: { confirm: true }, second: { optional: false } };
  },
  "an MCP server": async (owner) => {
    const id = await mcpServer();
    const read = async () => (await servers(owner)).find((server) => server.id === id)!;
    return { read, save: changeServer, params: { id }, first: { name: named() }, second: { optional: false } };
  },
  "a tool of an MCP server": async (owner) => {
    const id = await mcpServer();
    const definition = { title: "t", description: "d", inputSchema: {} };
    const tool = {
      serverId: id,
      remoteName: "t",
      name: `t${v7().slice(-8)}`,
      definition,
      enabled: true,
      confirm: true,
    };
    const [row] = await db().insert(mcpTools).values(tool).returning({ id: mcpTools.id });
    const read = async () => (await servers(owner)).find((server) => server.id === id)!.tools[0]!;
    const params = { id, toolId: row!.id };
    return { read, save: changeServerTool, params, first: { confirm: true }, second: { confirm: false } };
  },
  "a login channel": async (owner) => {
    const params = { id: await owned(owner).post(createChannel, oidcBody()) };
    const read = () => owned(owner).get<Row>(readChannel, params);
    return { read, save: changeChannel, params, first: { nameEn: "First" }, second: { nameZh: "第二" } };
  },
  "when a directory is read": async (owner) => {
    const params = { id: (await wecom()).id };
    const read = async () => (await owned(owner).get<{ settings: Row }>(listSync, params)).settings;
    const rest = { schedule: "off", hour: 3, disableMaxPercent: 10, departments: true };
    return { read, save: changeSync, params, rest, first: { hour: 4 }, second: { disableMaxPercent: 5 } };
  },
  "an own prompt": async (owner) => {
    const { id } = await makePrompt(owner);
    const { type: _, ...rest } = promptBody();
    const read = () => owned(owner).get<Row>(readPrompt, { id });
    return { read, save: changePrompt, params: { id }, rest, first: { name: "First" }, second: { description: "2" } };
  },
  "a prompt for everybody": async (owner) => {
    const id = await owned(owner).post(createForAll, promptBody());
    const { type: _, ...rest } = promptBody();
    const read = () => owned(owner).get<Row>(readForAll, { id });
    return { read, save: changeForAll, params: { id }, rest, first: { name: "First" }, second: { description: "2" } };
  },
  "a category of prompts": async (owner) => {
    const rest = { nameZh: named(), nameEn: named() };
    const id = await owned(owner).post(createCategory, rest);
    const read = () => owned(owner).inList(listCategories, id);
    return {
      read,
      save: changeCategory,
      params: { id },
      rest,
      first: { nameZh: named() },
      second: { nameEn: named() },
    };
  },
  "an API key": async (owner) => {
    const { id } = await makeApiKey(owner);
    const read = () => owned(owner).inList(listApiKeys, id, { pageSize: 100 });
    return { read, save: changeApiKey, params: { id }, first: { name: "First" }, second: { requestsPerMinute: 8 } };
  },
  "the own profile": async (owner) => ({
    read: () => owned(owner).get<Row>(readProfile),
    save: changeProfile,
    first: { phone: "+8613800000001" },
    second: { phone: "+8613800000000" },
  }),
  "how documents are read": async (owner) => {
    const { revision: _, ...rest } = await owned(owner).get<Row>(readDocuments);
    const read = () => owned(owner).get<Row>(readDocuments);
    return { read, save: changeDocuments, method: "PUT", rest, first: { memoryCount: 3 }, second: { memoryCount: 4 } };
  },
  "how backups are made": async (owner) => ({
    read: () => owned(owner).get<Row>(readBackups),
    save: changeBackups,
    rest: { enabled: false, hour: 3, keep: 7 },
    first: { hour: 5 },
    second: { keep: 9 },
  }),
  "how long the operation log is kept": async (owner) => ({
    read: () => owned(owner).get<Row>(readLog),
    save: changeLog,
    first: { retentionDays: 400 },
    second: { retentionDays: 500 },
  }),
};

async function mcpServer(): Promise<string> {
  const server = { name: named("notes"), slug: `s${v7().slice(-10)}`, transport: "http" as const, url: ADDRESS };
  const [row] = await db()
    .insert(mcpServers)
    .values({ ...server, enabled: false })
    .returning({ id: mcpServers.id });
  return row!.id;
}

const servers = async (owner: Person) =>
  (await owned(owner).get<{ servers: (Row & { id: string; tools: Row[] })[] }>(listTools)).servers;

const wecom = () =>
  makeLoginChannel({
    kind: "wecom",
    status: "disabled",
    settings: { corpId: `corp${v7().slice(-10)}` },
    secrets: { appSecret: "app-secret", contactsSecret: "contacts-secret" },
  });

/** What belongs to everybody is as it was before. */
export async function clearEdited(): Promise<void> {
  await db().delete(loginChannels);
  await db().delete(modelDefaults);
  await db().delete(tools).where(eq(tools.key, "calculate"));
  const kinds = ["gatewayConfig", "backupConfig", "logConfig"] as const;
  await db()
    .delete(systemConfig)
    .where(inArray(systemConfig.type, [...kinds]));
  for (const kind of kinds) invalidateConfig(kind);
  await clearTerms();
}
