import "server-only";
import { db } from "@/db/client";
import {
  findMcpServer,
  listMcpServers,
  listMcpTools,
  listToolsOfOwner,
  type McpServerRow,
  type McpToolRow,
} from "@/db/queries/tools/tools";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { type ApiAuth, OWN_SERVERS_MAX } from "@/lib/config/tool-kinds";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { assertAllowedUrl, mayTellKeys } from "@/lib/net/egress";
import { API_SECRET } from "@/lib/tools/api/credentials";
import { runEntry } from "@/lib/tools/run";
import type { Exchange } from "@/lib/tools/types";
import { describeByHand, HAND_OPERATION, handMadeOf } from "../hand-made";
import type { OwnServerDetailDto, OwnServerDto, OwnServersDto, OwnTryDto } from "../own-dto";
import {
  type HandMade,
  type NewOwnTools,
  type OwnToolsPatch,
  type OwnToolTry,
  pathOf,
  type ShownOperation,
} from "../own-schema";
import { type Chosen, ownerFor } from "./asking";
import { editedServer, serverDto } from "./dto";
import { changeServer, createServer, deleteServer } from "./servers";

/** Own tools of a person. */
export async function listOwnTools(actor: Actor): Promise<OwnServersDto> {
  const owner = ownerFor(actor, "own")!;
  const [servers, tools] = await Promise.all([listMcpServers(db(), owner), listToolsOfOwner(db(), owner)]);
  const items = servers.map((server) => {
    return itemOf(
      server,
      tools.filter(({ serverId }) => serverId === server.id),
    );
  });
  return { items, max: OWN_SERVERS_MAX };
}

function itemOf(row: McpServerRow, tools: readonly McpToolRow[]): OwnServerDto {
  const { id, name, origin, url, enabled, blocked, status, checkError } = row;
  const changed = tools.filter(({ pending, missing }) => pending !== null || missing).length;
  return {
    ...{ id, name, origin, url: url ?? "", enabled, blocked, status, checkError },
    tools: tools.length,
    changed,
  };
}

/** One of them with all there is to edit; its secret never leaves. Throws notFound. */
export async function readOwnTools(actor: Actor, id: string): Promise<OwnServerDetailDto> {
  const owner = ownerFor(actor, "own");
  const row = orNotFound(await findMcpServer(db(), owner, id));
  const tools = await listMcpTools(db(), id);
  const { tools: _, changed: __, ...item } = itemOf(row, tools);
  return {
    ...item,
    auth: row.auth ?? { kind: "none" },
    hasSecret: row.secretsCipher !== null,
    form: row.origin === "form" && row.document !== null ? handMadeOf(row.document) : null,
    tools: tools.map(({ remoteName, name, definition, enabled, confirm, pending, missing }) => {
      return { ...definition, operationId: remoteName, name, enabled, confirm, changed: pending !== null, missing };
    }),
    revision: revisionOf(editedServer(serverDto(actor, row, [], []))),
  };
}

/** Makes own tools, by hand or of a description. Throws what `createServer` does. */
export async function createOwnTools(actor: Actor, input: NewOwnTools): Promise<{ id: string }> {
  const { name, url, document, operations = [], form, auth = { kind: "none" }, secret } = input;
  const shared = { name, transport: "openapi" as const, auth, secrets: secretsOf(auth, secret) };
  if (form) {
    assertHandAddress(form);
    const made = { url: form.address, document: describeByHand(name, form), tools: [chosenByHand(form)] };
    return createServer(actor, { ...shared, ...made, origin: "form" }, "own");
  }
  const given = { url, document, tools: operations.map(chosenOf) };
  return createServer(actor, { ...shared, ...given, origin: document === undefined ? "url" : "file" }, "own");
}

/** Changes own tools. Throws what `changeServer` does. */
export async function changeOwnTools(actor: Actor, id: string, input: OwnToolsPatch, confirmed = false): Promise<void> {
  const row = orNotFound(await findMcpServer(db(), ownerFor(actor, "own"), id));
  const { name, enabled, url, document, operations, form, auth, secret, revision } = input;
  if (auth && auth.kind !== "none" && !secret && row.secretsCipher === null) {
    throw new AppError("invalidInput", { data: { fields: { secret: "keyRequired" } } });
  }
  const secrets = secret === undefined ? undefined : secretsOf(auth ?? row.auth ?? { kind: "none" }, secret);
  const shared = { revision, ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }) };
  const access = { ...(auth && { auth }), ...(secrets && { secrets }) };
  const isByHand = row.origin === "form";
  if ((form && !isByHand) || (operations && isByHand)) throw new AppError("invalidInput");
  if (!isByHand) {
    // Where a description came from stays: another way is another server of tools.
    if (row.origin === "url" ? document !== undefined : operations && document === undefined) {
      throw new AppError("invalidInput", { data: { fields: { url: "required" } } });
    }
    const way = row.origin === "url" && url !== undefined ? { url } : {};
    const tools = operations && { tools: operations.map(chosenOf), ...(document !== undefined && { document }) };
    return changeServer(actor, id, { ...shared, ...access, ...way, ...tools }, { scope: "own", confirmed });
  }
  if (!form) return changeServer(actor, id, { ...shared, ...access }, { scope: "own", confirmed });
  assertHandAddress(form);
  const made = { url: form.address, document: describeByHand(name ?? row.name, form), tools: [chosenByHand(form)] };
  return changeServer(actor, id, { ...shared, ...access, ...made }, { scope: "own", confirmed });
}

export async function deleteOwnTools(actor: Actor, id: string, confirmed = false): Promise<void> {
  await deleteServer(actor, id, { scope: "own", confirmed });
}

/**
 * Runs one of them once, with what went over the wire. It has the effects it has; one that is switched off can be tried, one
 * that was stopped cannot. Throws notFound, ownToolBlocked, invalidInput.
 */
export async function tryOwnTool(actor: Actor, id: string, input: OwnToolTry, signal: AbortSignal): Promise<OwnTryDto> {
  const server = orNotFound(await findMcpServer(db(), ownerFor(actor, "own"), id));
  if (server.blocked) throw new AppError("ownToolBlocked");
  const tools = await listMcpTools(db(), id);
  const { operation, arguments: args } = input;
  const row =
    operation === undefined && tools.length === 1 ? tools[0] : tools.find((one) => one.remoteName === operation);
  if (!row) throw new AppError("invalidInput", { data: { fields: { operation: "invalid" } } });
  let exchange: Exchange | null = null;
  const record = (told: Exchange) => {
    exchange = told;
  };
  const result = await runEntry(actor, { kind: "mcp", server, row }, args, signal, { record });
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "tool.own.try",
      target: { type: "mcp_server", id, name: server.name },
      after: { tool: row.remoteName, ok: !result.isError },
    }),
  );
  const { isError, text, data, error, detail, truncated, durationMs } = result;
  return { ok: !isError, text, data, error, detail, truncated, durationMs, exchange };
}

const secretsOf = (auth: ApiAuth, secret: string | undefined): Record<string, string> =>
  auth.kind === "none" || secret === undefined ? {} : { [API_SECRET]: secret };

const chosenOf = ({ id, method, address, revision }: ShownOperation): Chosen => {
  return { name: id, call: `${method} ${address}`, ...(revision !== undefined && { revision }) };
};

/** The one operation of a tool made by hand, as its form shows it. */
const chosenByHand = ({ method, address }: HandMade): Chosen => {
  return { name: HAND_OPERATION, call: `${method} ${new URL(address).origin}${pathOf(address)}` };
};

/** What is made by hand goes over https, or to a host that ALLOW_PRIVATE_NETWORK lists. Throws addressRefused, apiPlainAddress. */
function assertHandAddress({ address }: HandMade): void {
  const plain = address.replace(/[{}]/g, "");
  assertAllowedUrl(plain, "user");
  if (!mayTellKeys(plain))
    throw new AppError("apiPlainAddress", { data: { fields: { "form.address": "httpsAddress" } } });
}
