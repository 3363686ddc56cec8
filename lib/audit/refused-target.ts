import "server-only";
import { db } from "@/db/client";
import { findTargetName } from "@/db/queries/operation-log/targets";
import type { Actor } from "@/lib/auth/actor";
import { cut, storable } from "@/lib/text/storable";

/** What a call was about, as far as it was read before it was refused. */
export interface Attempt {
  params?: Record<string, unknown>;
  body?: unknown;
}

export interface RefusedTarget {
  targetType: string;
  targetId: string;
  targetName: string;
}

const NAME_MAX = 200;
const NAMED_MAX = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Types of what actions are done to, by the beginning of their names, the longer first; the first that has the id is meant. */
const TYPES: readonly (readonly [beginning: string, ...types: string[]])[] = [
  ["auth.session.revoke", "user", "session"],
  ["auth.factor.reset", "user"],
  ["auth.provision", "login-channel"],
  ["backup.settings", "config"],
  ["backup", "backup"],
  ["chat.share.create", "conversation"],
  ["chat.share", "chatShare"],
  ["config.picture", "file"],
  ["config", "config"],
  ["document.folder", "documentFolder"],
  ["document", "document"],
  ["file", "file"],
  ["gateway.budget", "budget"],
  ["gateway.channel", "model", "channel"],
  ["gateway.dry-run", "model"],
  ["gateway.key", "supplier-key", "supplier"],
  ["gateway.log", "request-log"],
  ["gateway.price", "price", "channel"],
  ["gateway.routing", "model"],
  ["gateway.settings", "config"],
  ["gateway.supplier", "supplier"],
  ["guide", "login-channel"],
  ["licence", "licence"],
  ["log.settings", "config"],
  ["log", "operation-log"],
  ["login-channel.picture", "file"],
  ["login-channel", "login-channel"],
  ["menu", "menu"],
  ["model.supplier", "supplier"],
  ["model.create", "supplier", "model"],
  ["model.default", "config"],
  ["model", "model"],
  ["open.key", "api-key"],
  ["org.department", "department"],
  ["org.import", "import"],
  ["org.user", "user"],
  ["prompt.category", "promptCategory"],
  ["prompt.export", "export"],
  ["prompt", "prompt"],
  ["record.policy", "department"],
  ["record", "records"],
  ["report", "report"],
  ["role", "role"],
  ["scim.token", "login-channel"],
  ["sync.apply", "sync"],
  ["sync.cancel", "sync"],
  ["sync", "login-channel"],
  ["terms", "terms"],
  ["tool.own", "mcp_server"],
  ["tool.server.tool", "mcp_tool"],
  ["tool.server", "mcp_server"],
  ["tool", "tool"],
];
/** Parameters that name the thing itself, the narrower first. */
const PARAMS = ["toolId", "id", "departmentId", "runId", "key"];

/** Settings that are one row. */
const CONFIGS: Record<string, string> = {
  "backup.settings.change": "backupConfig",
  "gateway.settings.change": "gatewayConfig",
  "log.settings.change": "logConfig",
  "model.default": "modelDefaults",
  "config.import": "settings",
  "config.importPreview": "settings",
  "config.export": "settings",
  "config.mailTest": "mailConfig",
};

/** The types of what an action is done to; null where that is the own account. */
export function targetTypesOf(action: string): readonly string[] | null {
  const found = TYPES.find(([beginning]) => action === beginning || action.startsWith(`${beginning}.`));
  return found ? found.slice(1) : null;
}

const textOf = (value: unknown) => (typeof value === "string" ? cut(storable(value), NAME_MAX) : "");

/**
 * What a refused or failed action was about: the object the address names, those the body lists, or what was to be made.
 * Names are given as `findTargetName` allows.
 */
export async function refusedTarget(
  action: string,
  actor: Actor,
  { params = {}, body }: Attempt,
): Promise<RefusedTarget> {
  const types = targetTypesOf(action);
  if (!types) return { targetType: "user", targetId: actor.id, targetName: actor.account };
  const [first = ""] = types;
  const given = (body && typeof body === "object" ? body : {}) as Record<string, unknown>;
  if (first === "config") {
    const id = CONFIGS[action] ?? textOf(Object.keys(given).join(", "));
    return { targetType: first, targetId: id, targetName: id };
  }
  const id = PARAMS.map((name) => textOf(params[name])).find(Boolean);
  if (id) return UUID.test(id) ? existing(types, id, actor) : { targetType: first, targetId: id, targetName: id };
  const listed = Array.isArray(given.ids) ? given.ids.map(textOf).filter((one) => UUID.test(one)) : [];
  if (listed.length > 0) return several(types, listed, actor);
  const name = [given.name, given.nameEn, given.nameZh].map(textOf).find(Boolean) ?? "";
  return { targetType: first, targetId: "", targetName: name };
}

async function existing(types: readonly string[], id: string, actor: Actor): Promise<RefusedTarget> {
  for (const type of types) {
    const name = await findTargetName(db(), { type, id, actorId: actor.id });
    if (name !== null) return { targetType: type, targetId: id, targetName: cut(name, NAME_MAX) };
  }
  // Gone, or never there: the id is what was asked for.
  return { targetType: types[0] ?? "", targetId: id, targetName: "" };
}

async function several(types: readonly string[], ids: readonly string[], actor: Actor): Promise<RefusedTarget> {
  const found = await Promise.all(ids.slice(0, NAMED_MAX).map((id) => existing(types, id, actor)));
  const more = ids.length > NAMED_MAX ? ` +${ids.length - NAMED_MAX}` : "";
  const names = found.map(({ targetName, targetId }) => targetName || targetId).join(", ");
  return {
    targetType: found[0]?.targetType ?? "",
    targetId: ids.length === 1 ? (ids[0] ?? "") : "",
    targetName: cut(names, NAME_MAX) + more,
  };
}
