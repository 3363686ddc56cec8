import { v7 } from "uuid";
import { POST as defaultRoute } from "@/app/api/admin/login-channels/[id]/default/route";
import {
  DELETE as deleteRoute,
  PATCH as patchRoute,
  GET as readRoute,
} from "@/app/api/admin/login-channels/[id]/route";
import { POST as statusRoute } from "@/app/api/admin/login-channels/[id]/status/route";
import { POST as testRoute } from "@/app/api/admin/login-channels/[id]/test/route";
import { POST as orderRoute } from "@/app/api/admin/login-channels/order/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/login-channels/route";
import { db } from "@/db/client";
import { findChannelRow, insertBinding } from "@/db/queries/login-channels/channels";
import { markChannelTested } from "@/db/queries/login-channels/console";
import type { ChangedChannel, ChannelDetail, ChannelListDto, StartedTest } from "@/lib/features/login-channels/dto";
import { answer } from "./call";
import type { Person } from "./people";

/** Calls of the console's screen of login channels. */
export const channels = {
  list: (person: Person) => answer<ChannelListDto>(listRoute, { token: person.token }),
  create: (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body }),
  read: (person: Person, id: string) => answer<ChannelDetail>(readRoute, { token: person.token, params: { id } }),
  change: (person: Person, id: string, body: object) =>
    answer<ChangedChannel>(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" }),
  status: (person: Person, id: string, status: string) =>
    answer(statusRoute, { token: person.token, params: { id }, body: { status } }),
  makeDefault: (person: Person, id: string, isDefault = true) =>
    answer(defaultRoute, { token: person.token, params: { id }, body: { isDefault } }),
  order: (person: Person, ids: string[]) => answer(orderRoute, { token: person.token, body: { ids } }),
  remove: (person: Person, id: string) =>
    answer(deleteRoute, { token: person.token, params: { id }, method: "DELETE" }),
  test: (person: Person, id: string, body: object = {}) =>
    answer<StartedTest>(testRoute, { token: person.token, params: { id }, body }),
};

/** What the form of an OIDC channel sends. */
export const oidcBody = (over: object = {}) => ({
  kind: "oidc",
  nameZh: "统一登录",
  nameEn: `Sign-on ${v7().slice(-6)}`,
  settings: { issuer: `https://${v7()}.example.com` },
  secrets: { clientSecret: "channel-secret-5f0c9a17b2" },
  app: { appId: "client" },
  ...over,
});

/** As after a handshake that went well. */
export async function pass(id: string): Promise<void> {
  const row = await findChannelRow(db(), id);
  await markChannelTested(db(), id, row!.version);
}

/** Binds a person to a channel's issuer. */
export async function bind(person: Person, channelId: string): Promise<void> {
  const row = await findChannelRow(db(), channelId);
  await insertBinding(db(), { issuer: row!.issuer, subject: v7(), userId: person.id, channelId });
}
