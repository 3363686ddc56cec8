import "server-only";
import { type Protocol, SupplierError } from "../types";
import { readJson, send } from "../wire/http";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

const PATH = "/embeddings";
/** 2,048 inputs of 3,072 numbers written out. */
const ANSWER_MAX = 128_000_000;

/** Vectors; asked for as base64, a third of the bytes, and read in either form. */
export function embedOver(endpoint: Endpoint): NonNullable<Protocol["embed"]> {
  return async (channel, { inputs, dimensions }, signal) => {
    const body = { model: channel.upstreamModel, input: inputs, dimensions, encoding_format: "base64" };
    const url = endpoint(channel, PATH);
    const answer = await sendAdapted(channel, PATH, body, (adapted) =>
      send(channel, { url, body: JSON.stringify(adapted) }, signal),
    );
    const { data, usage } = await readJson(answer, ANSWER_MAX);
    const { prompt_tokens, total_tokens } = (usage ?? {}) as { prompt_tokens?: number; total_tokens?: number };
    return { vectors: inOrder(data, inputs.length), inputTokens: prompt_tokens ?? total_tokens };
  };
}

function inOrder(data: unknown, count: number): number[][] {
  const vectors: number[][] = [];
  for (const [position, entry] of (Array.isArray(data) ? data : []).entries()) {
    const { index, embedding } = entry as { index?: number; embedding?: unknown };
    vectors[index ?? position] = vectorOf(embedding);
  }
  return checkVectors(vectors, count);
}

/** Refuses answers that are no vectors: a missing, an empty or a ragged one would poison an index. */
export function checkVectors(vectors: number[][], count: number): number[][] {
  const [first] = vectors;
  const whole = vectors.length === count && Object.keys(vectors).length === count && first !== undefined;
  if (!whole) throw new SupplierError("supplierMalformed", { detail: `${vectors.length} of ${count} vectors` });
  for (const vector of vectors) {
    if (vector.length === 0 || vector.length !== first.length || !vector.every(Number.isFinite)) {
      throw new SupplierError("supplierMalformed", { detail: "uneven vectors" });
    }
  }
  return vectors;
}

/** Numbers, or 32-bit floats, little endian, in base64. */
function vectorOf(embedding: unknown): number[] {
  if (Array.isArray(embedding)) return embedding as number[];
  if (typeof embedding !== "string") return [];
  const bytes = Buffer.from(embedding, "base64");
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4));
}
