import { z } from "zod";
import { API_DOCUMENT_MAX, HAND_PARAMETERS_MAX, MCP_TOOLS_MAX } from "@/lib/config/tool-kinds";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line, lines, secret, verbatim, webAddress } from "@/lib/text/line";
import { namedValues } from "@/lib/text/named-values";
import { storableJson } from "@/lib/text/storable";
import { apiAuth, authFields, checkAuth } from "./schema";

/* Tools of people's own (spec K6): by hand, and from a description. */

export const HAND_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const PARAMETER_PLACES = ["path", "query", "header", "body"] as const;
export const PARAMETER_TYPES = ["string", "integer", "number", "boolean", "array", "object"] as const;
/** Headers that the connection or the authentication decides about. */
const RESERVED = new Set(["accept", "content-type", "authorization", "host", "content-length", "cookie"]);
const PLACEHOLDER = /\{([^{}/]*)\}/g;

const handParameter = z.strictObject({
  name: line(80).min(1, "required"),
  in: z.enum(PARAMETER_PLACES),
  type: z.enum(PARAMETER_TYPES),
  description: line(500),
  required: z.boolean(),
});
export type HandParameter = z.infer<typeof handParameter>;

const handFields = {
  description: lines(2000).min(1, "required"),
  method: z.enum(HAND_METHODS),
  /** With `{name}` where arguments stand in the path. */
  address: webAddress(1000),
  parameters: z.array(handParameter).min(1, "parameterRequired").max(HAND_PARAMETERS_MAX, "tooMany"),
};

type Hand = { method: (typeof HAND_METHODS)[number]; address: string; parameters: HandParameter[] };

function checkHand({ method, address, parameters }: Hand, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (/[?#]/.test(address)) refuse(["address"], "addressQuery");
  const path = pathOf(address);
  if (path.split("/").includes("..")) refuse(["address"], "url");
  // An argument never chooses the host.
  if (/[{}]/.test(hostOf(address))) refuse(["address"], "url");
  const named = new Set([...path.matchAll(PLACEHOLDER)].map(([, name]) => name));
  if (/[{}]/.test(path.replace(PLACEHOLDER, "")) || named.has("")) refuse(["address"], "url");
  const seen = new Set<string>();
  parameters.forEach(({ name, in: place, type }, index) => {
    const key = `${place} ${place === "header" ? name.toLowerCase() : name}`;
    if (seen.has(key)) refuse(["parameters", index, "name"], "nameTaken");
    seen.add(key);
    if (place === "path" && !named.has(name)) refuse(["parameters", index, "name"], "parameterPath");
    if (place === "path" && (type === "array" || type === "object")) refuse(["parameters", index, "type"], "invalid");
    if (place === "body" && method === "GET") refuse(["parameters", index, "in"], "bodyNotHere");
    if (place !== "header") return;
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) refuse(["parameters", index, "name"], "invalid");
    if (RESERVED.has(name.toLowerCase())) refuse(["parameters", index, "name"], "headerReserved");
  });
  const inPath = new Set(parameters.flatMap(({ name, in: place }) => (place === "path" ? [name] : [])));
  if ([...named].some((name) => !inPath.has(name!))) refuse(["address"], "placeholderMissing");
}

const hostOf = (address: string) => /^[a-z]+:\/\/[^/]*/i.exec(address)?.[0] ?? "";

/** What stands behind the host, as it was written: `URL` would write braces another way. */
export function pathOf(address: string): string {
  return address.slice(hostOf(address).length) || "/";
}

/** A tool made by hand, as a call takes it. */
export const handMade = z.strictObject(handFields).superRefine(checkHand);
export type HandMade = z.infer<typeof handMade>;

/** An operation as it was shown; what else an import told of it may be sent back and is not read. */
const shownOperation = z.object({
  id: identifier(200),
  method: identifier(20),
  address: identifier(4000),
  /** Of everything that was shown of it. */
  revision: identifier(40).optional(),
});
const shown = z.array(shownOperation).min(1, "required").max(MCP_TOOLS_MAX, "tooMany");
export type ShownOperation = z.infer<typeof shownOperation>;

const name = line(80).min(1, "required");
const description = {
  url: webAddress(1000).optional(),
  /** What the description says, as JSON or YAML; then `url` is where its relative servers stand. */
  document: verbatim(API_DOCUMENT_MAX).optional(),
};
const authentication = {
  auth: apiAuth.optional(),
  /** Written once, never told again. `auth` of kind `none` takes a stored one away. */
  secret: secret(2000)
    .regex(/^[\x20-\x7e]+$/, "invalid")
    .optional(),
};

export const apiImport = z
  .strictObject({
    ...description,
    ...authentication,
    /** Own tools that are compared with what it says now. */
    id: z.uuid().optional(),
  })
  .refine(({ url, document, id }) => Boolean(url || document || id), { path: ["url"], message: "required" });
export type ApiImport = z.infer<typeof apiImport>;

export const newOwnTools = z
  .strictObject({
    name,
    ...description,
    ...authentication,
    operations: shown.optional(),
    /** By hand, instead of a description. */
    form: handMade.optional(),
  })
  .superRefine(({ url, document, operations, form, auth, secret }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (auth && auth.kind !== "none" && !secret) refuse("secret", "keyRequired");
    if (form) {
      if (url || document || operations) refuse("form", "invalid");
      return;
    }
    if (!url && !document) refuse("url", "required");
    if (!operations) refuse("operations", "operationRequired");
  });
export type NewOwnTools = z.infer<typeof newOwnTools>;

export const ownToolsPatch = z
  .strictObject({
    name,
    enabled: z.boolean(),
    ...description,
    ...authentication,
    operations: shown,
    form: handMade,
    ...revised,
  })
  .partial()
  .superRefine(({ url, document, operations, form }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    // What was chosen belongs to a description that was looked at.
    if ((url || document) && !operations) refuse("operations", "operationRequired");
    if (form && (url || document || operations)) refuse("form", "invalid");
  });
export type OwnToolsPatch = z.infer<typeof ownToolsPatch>;

export const ownToolTry = z.strictObject({
  /** Id of the operation; needed where there are several. */
  operation: identifier(200).optional(),
  arguments: namedValues(200, z.unknown().overwrite(storableJson)).default({}),
});
export type OwnToolTry = z.infer<typeof ownToolTry>;

export const peopleToolsQuery = pageQuery;
export type PeopleToolsQuery = z.infer<typeof peopleToolsQuery>;
export const peopleToolsPatch = z.strictObject({ blocked: z.boolean() });
export type PeopleToolsPatch = z.infer<typeof peopleToolsPatch>;

/** The form of a tool made by hand. */
export const handForm = z.object({ name, ...handFields, ...authFields }).superRefine((value, context) => {
  checkHand(value, context);
  checkAuth(value, context);
});
export type HandForm = z.input<typeof handForm>;

/** The form beside the operations of a description. */
export const importForm = z.object({ name, ...authFields }).superRefine(checkAuth);
export type ImportForm = z.input<typeof importForm>;
