import { z } from "zod";
import { API_ORIGINS, TOOL_STATUS } from "@/lib/config/tool-kinds";
import { apiAuthDto, mcpDefinitionDto, toolRunDto } from "./dto";
import { HAND_METHODS, PARAMETER_PLACES, PARAMETER_TYPES } from "./own-schema";

/** An argument of an operation, wherever it goes. */
export const apiParameterDto = z.strictObject({
  name: z.string(),
  in: z.enum(PARAMETER_PLACES),
  type: z.string(),
  required: z.boolean(),
  description: z.string(),
});
export type ApiParameterDto = z.infer<typeof apiParameterDto>;

/** Beside what is saved: the same, changed since, there anew or gone. */
export const OPERATION_STATES = ["same", "changed", "new", "removed"] as const;

export const apiOperationDto = z.strictObject({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  /** The whole address; it is sent back with the choice. */
  address: z.string(),
  summary: z.string(),
  description: z.string(),
  tag: z.string(),
  readOnly: z.boolean(),
  parameters: z.array(apiParameterDto),
  /** Of everything that is shown of it. */
  revision: z.string(),
  /** Compared with own tools: null without any. */
  state: z.enum(OPERATION_STATES).nullable(),
  /** It is one of those tools. */
  chosen: z.boolean(),
  /** What is saved of a changed one, and what is said now. */
  change: z.strictObject({ before: mcpDefinitionDto, now: mcpDefinitionDto }).nullable(),
});
export type ApiOperationDto = z.infer<typeof apiOperationDto>;

export const apiImportDto = z.strictObject({
  title: z.string(),
  version: z.string(),
  operations: z.array(apiOperationDto),
  durationMs: z.int(),
});
export type ApiImportDto = z.infer<typeof apiImportDto>;

/** Own tools in a list. */
export const ownServerDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  origin: z.enum(API_ORIGINS),
  url: z.string(),
  enabled: z.boolean(),
  /** Whoever looks after tools stopped it. */
  blocked: z.boolean(),
  status: z.enum(TOOL_STATUS),
  /** Key of the error catalogue. */
  checkError: z.string().nullable(),
  tools: z.int(),
  /** Tools that wait until their owner has seen what changed. */
  changed: z.int(),
});
export type OwnServerDto = z.infer<typeof ownServerDto>;

export const ownServersDto = z.strictObject({ items: z.array(ownServerDto), max: z.int() });
export type OwnServersDto = z.infer<typeof ownServersDto>;

const ownToolDto = mcpDefinitionDto.extend({
  /** As the description calls it. */
  operationId: z.string(),
  /** The name a model calls it by. */
  name: z.string(),
  enabled: z.boolean(),
  confirm: z.boolean(),
  changed: z.boolean(),
  missing: z.boolean(),
});
export type OwnToolDto = z.infer<typeof ownToolDto>;

/** Own tools with all there is to edit. */
export const ownServerDetailDto = ownServerDto.omit({ tools: true, changed: true }).extend({
  auth: apiAuthDto,
  /** Whether one is stored; it never leaves. */
  hasSecret: z.boolean(),
  /** Of one made by hand. */
  form: z
    .strictObject({
      description: z.string(),
      method: z.enum(HAND_METHODS),
      address: z.string(),
      parameters: z.array(apiParameterDto.extend({ type: z.enum(PARAMETER_TYPES) })),
    })
    .nullable(),
  tools: z.array(ownToolDto),
  revision: z.string(),
});
export type OwnServerDetailDto = z.infer<typeof ownServerDetailDto>;

/** A try run with what went over the wire; secrets are masked. */
export const ownTryDto = toolRunDto.extend({
  exchange: z
    .strictObject({
      request: z.strictObject({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string().nullable(),
      }),
      response: z
        .strictObject({
          status: z.int(),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
          bytes: z.int(),
        })
        .nullable(),
      durationMs: z.int(),
    })
    .nullable(),
});
export type OwnTryDto = z.infer<typeof ownTryDto>;

/** What whoever looks after tools sees of those that people made. */
export const peopleServerDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  owner: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }),
  tools: z.int(),
  enabled: z.boolean(),
  blocked: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type PeopleServerDto = z.infer<typeof peopleServerDto>;
