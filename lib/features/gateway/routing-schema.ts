import { z } from "zod";
import { MODEL_TYPES, type ModelType, ROUTING_STRATEGIES } from "@/lib/config/model-kinds";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { identifier, line } from "@/lib/text/line";
import { weight } from "./schema";

/** Channels of one model. */
export const CHANNELS_MAX = 50;

/** Types by comma; unknown ones are dropped. */
const types = identifier(200)
  .optional()
  .transform((text) => {
    const wanted = (text ?? "").split(",");
    const known = MODEL_TYPES.filter((type) => wanted.includes(type)) as ModelType[];
    return known.length > 0 ? known : undefined;
  });

export const modelQuery = pageQuery.extend({ types, only: z.enum(["several", "resting"]).optional() });
export type ModelQuery = z.infer<typeof modelQuery>;

const upstreamModel = line(120).min(1, "required");

export const newChannel = z.strictObject({
  supplierId: z.uuid("required"),
  upstreamModel,
  weight: weight.optional(),
  /** Tried after every channel there is; unset: shares the first level. */
  last: z.boolean().optional(),
});
export type NewChannel = z.infer<typeof newChannel>;

export const channelPatch = z.strictObject({
  weight: weight.optional(),
  status: z.enum(["enabled", "disabled"]).optional(),
  ...revised,
});
export type ChannelPatch = z.infer<typeof channelPatch>;

/** Every channel of the model, by level. */
export const channelOrder = z.strictObject({
  levels: z.array(z.array(z.uuid()).min(1).max(CHANNELS_MAX)).min(1).max(CHANNELS_MAX),
});
export type ChannelOrder = z.infer<typeof channelOrder>;

export const routingPatch = z.strictObject({ routing: z.enum(ROUTING_STRATEGIES) });
export type RoutingPatch = z.infer<typeof routingPatch>;

/** The channel whose pause ends: a channel with one of its supplier's keys, or without. */
export const retryBody = z.strictObject({ keyId: z.uuid().nullable() });
export type RetryBody = z.infer<typeof retryBody>;

const size = z.number().int("invalid").min(0, "range").max(10_000_000, "range");

export const dryRun = z.strictObject({
  caller: z.enum(["user", "key"]),
  callerId: z.uuid("required"),
  inputTokens: size,
  outputTokens: size,
});
export type DryRunInput = z.infer<typeof dryRun>;

/** A page of a list that grows without end: the last id of the page above. */
export const cursorQuery = z.object({
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type CursorQuery = z.infer<typeof cursorQuery>;

export const channelForm = z.object({
  supplierId: identifier(200).min(1, "required"),
  upstreamModel,
  weight,
  last: z.boolean(),
});
export const dryRunForm = z.object({
  caller: z.enum(["user", "key"]),
  callerId: identifier(200).min(1, "required"),
  inputTokens: size,
  outputTokens: size,
});
