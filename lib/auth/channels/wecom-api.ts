import "server-only";
import { z } from "zod";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { addressOf, ask, neededSecret, StaleToken, shaped, withAppToken } from "./chat-api";
import { ChannelError } from "./errors";
import type { OpenChannel } from "./types";

// @exempt text: answers of identity services

const verdict = z.object({ errcode: z.number().int().default(0) });
const appToken = z.object({ access_token: z.string().min(1).max(2000), expires_in: z.number().int().positive() });

/** What the other side's error codes mean for us; the others are answers nobody expects. */
const REASONS: Record<number, ChannelReason> = {
  [-1]: "unreachable",
  40001: "clientRefused",
  40013: "clientRefused",
  40091: "clientRefused",
  40029: "code",
  42003: "code",
  40056: "badConfiguration",
  48001: "badConfiguration",
  48002: "badConfiguration",
  50001: "badConfiguration",
  60011: "badConfiguration",
  60020: "badConfiguration",
  60111: "notMember",
  45009: "unreachable",
  45011: "unreachable",
};
const STALE = [40014, 42001];

interface WecomCall<T> {
  path: string;
  query: Record<string, string>;
  schema: z.ZodType<T>;
  signal?: AbortSignal;
  maxBytes?: number;
}

/** One call in the name of our application, or of the contacts when their secret is named. Throws ChannelError. */
export function callWecom<T>(channel: OpenChannel, secretName: string, call: WecomCall<T>): Promise<T> {
  const { apiBase, corpId } = channel.settings;
  const { path, query, schema, signal, maxBytes } = call;
  const fetchToken = async () => {
    const query = { corpid: String(corpId), corpsecret: neededSecret(channel, secretName) };
    const json = accepted(await ask(addressOf(apiBase, "/cgi-bin/gettoken", query), { signal }));
    const { access_token, expires_in } = shaped(appToken, json);
    return { token: access_token, seconds: expires_in };
  };
  return withAppToken(channel, secretName, fetchToken, async (token) => {
    const address = addressOf(apiBase, path, { access_token: token, ...query });
    return shaped(schema, accepted(await ask(address, { signal, maxBytes })));
  });
}

/** Every answer says in itself whether it is one. */
function accepted(json: unknown): unknown {
  const { errcode } = shaped(verdict, json);
  if (errcode === 0) return json;
  if (STALE.includes(errcode)) throw new StaleToken();
  throw new ChannelError(REASONS[errcode] ?? "answer", { cause: new Error(`errcode ${errcode}`) });
}

const text = z.string().max(2000).nullish();

/** A member as the contacts answer them; applications of later years see less of it. */
export const wecomMember = z.object({
  userid: z.string().min(1).max(64),
  name: text,
  department: z.array(z.number().int()).default([]),
  main_department: z.number().int().nullish(),
  position: text,
  mobile: text,
  email: text,
  biz_mail: text,
  alias: text,
  /** 1 active, 2 disabled, 4 not activated, 5 left. */
  status: z.number().int().nullish(),
});
export type WecomMember = z.infer<typeof wecomMember>;

/** A member who must not come in, says the company. */
export function isClosed({ status }: WecomMember): boolean {
  return status === 2 || status === 5;
}

/** Departments as text, the main one first. */
export function departmentsOf({ department, main_department: main }: WecomMember): string[] {
  const ids = main && department.includes(main) ? [main, ...department] : department;
  return [...new Set(ids)].map(String);
}
