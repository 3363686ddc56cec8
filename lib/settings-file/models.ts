import "server-only";
import { z } from "zod";
import {
  readModels,
  readSuppliers,
  writeDefault,
  writeModel,
  writeWay,
} from "@/db/queries/settings-file/settings-file";
import { MODEL_PURPOSES, MODEL_TYPES, ROUTING_STRATEGIES } from "@/lib/config/model-kinds";
import { invalidateModels } from "@/lib/models/registry";
import { isOtherDestination, writeImported } from "@/lib/models/suppliers/imported";
import { supplierAddress, supplierTemplate } from "@/lib/models/suppliers/schema";
import { assertAllowedUrl } from "@/lib/net/egress";
import { identifier, line, lines } from "@/lib/text/line";
import { defineSection } from "./section";

const count = z.number().int().min(1).max(2_000_000_000).nullable();
const price = z.number().int().min(0).max(1e15).nullable();
const day = z.iso.date();

export const suppliersSection = defineSection({
  name: "suppliers",
  item: z.strictObject({
    key: line(80).min(1),
    template: supplierTemplate,
    baseUrl: supplierAddress(2000).nullable(),
    settings: z.strictObject({ apiVersion: line(60).optional() }),
    residency: line(60).nullable(),
    requestsPerMinute: count,
    tokensPerMinute: count,
    status: z.enum(["enabled", "disabled"]),
  }),
  read: async (db) => (await readSuppliers(db)).map(({ name, hasSecrets: _, ...row }) => ({ ...row, key: name })),
  secrets: async (db) => (await readSuppliers(db)).filter(({ hasSecrets }) => hasSecrets).map(({ name }) => name),
  refusal: ({ key, baseUrl, template }, { current, hasSecrets }) => {
    const here = current.get(key);
    // Keys that are stored here must not go to another address by way of a file (SECURITY SK-02).
    if (here && hasSecrets(key) && isOtherDestination(here, { baseUrl, template })) return "secretsAtStake";
    try {
      if (baseUrl) assertAllowedUrl(baseUrl, "supplier");
    } catch {
      return "addressRefused";
    }
    return null;
  },
  write: (tx, _actor, { key, ...supplier }) => writeImported(tx, { ...supplier, name: key }),
  invalidate: invalidateModels,
});

const way = z.strictObject({
  supplier: line(80),
  upstreamModel: line(200).min(1),
  priority: z.number().int().min(0).max(1000),
  weight: z.number().int().min(0).max(10_000),
  status: z.enum(["enabled", "disabled"]),
  prices: z
    .array(
      z.strictObject({
        validFrom: day,
        validUntil: day.nullable(),
        currency: identifier(3).regex(/^[A-Z]{3}$/),
        inputPerMillion: price,
        outputPerMillion: price,
        cachedPerMillion: price,
        perImage: price,
        perMinute: price,
        perMillionCharacters: price,
      }),
    )
    .max(200),
});

/** Way and price rows without what is of this installation. */
const onlyPrice = ({
  id: _id,
  channelId: _channel,
  createdAt: _at,
  ...rest
}: Awaited<ReturnType<typeof readModels>>[number]["ways"][number]["prices"][number]) => rest;

export const modelsSection = defineSection({
  name: "models",
  item: z.strictObject({
    key: line(120).min(1),
    type: z.enum(MODEL_TYPES),
    description: lines(2000),
    contextWindow: count,
    maxOutputTokens: count,
    abilities: z.array(z.enum(["tool_call", "audio", "reasoning", "visual", "video"])).max(5),
    routing: z.enum(ROUTING_STRATEGIES),
    enabled: z.boolean(),
    /** Who sees a model is decided where people are; `partial` arrives without anybody. */
    visibility: z.enum(["all", "partial"]),
    purposes: z.array(z.enum(MODEL_PURPOSES)).max(20),
    ways: z.array(way).max(100),
  }),
  read: async (db) =>
    (await readModels(db)).flatMap(({ model, purposes, ways }) => {
      const own = ways.filter(({ template }) => template !== "builtin");
      if (ways.length > 0 && own.length === 0) return []; // the product brings it
      const { name, type, description, contextWindow, maxOutputTokens, abilities, routing, enabled, visibility } =
        model;
      return [
        {
          ...{ key: name, type, description, contextWindow, maxOutputTokens, routing, enabled, visibility, purposes },
          abilities: [...abilities].sort(),
          ways: own.map(({ supplier, channel: { upstreamModel, priority, weight, status }, prices }) => ({
            ...{ supplier, upstreamModel, priority, weight, status },
            prices: prices.map(onlyPrice),
          })),
        },
      ];
    }),
  secrets: async () => [],
  refusal: ({ ways }, { has }) => (ways.every(({ supplier }) => has("suppliers", supplier)) ? null : "missingSupplier"),
  write: async (tx, _actor, { key, ways, purposes, ...model }) => {
    const modelId = await writeModel(tx, { ...model, name: key });
    for (const row of ways) if (!(await writeWay(tx, { ...row, modelId }))) throw new Error("a supplier is missing");
    for (const purpose of purposes) await writeDefault(tx, purpose, modelId);
  },
  invalidate: invalidateModels,
});
