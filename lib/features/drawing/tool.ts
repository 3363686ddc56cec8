import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertDrawing } from "@/db/queries/drawing/drawings";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { ImageShape } from "@/lib/config/image-kinds";
import { AppError } from "@/lib/errors/errors";
import { imageOptionsOf } from "@/lib/models/image-options";
import { listUsableModels, resolveFor } from "@/lib/models/registry";
import { type ResolvedModel, SupplierError } from "@/lib/models/types";
import { storable } from "@/lib/text/storable";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { ToolFailure } from "@/lib/tools/types";
import { discard, drawPictures, insertMade, type Made, outcomeOf } from "./service/draw";

const COUNT_MAX = 4;

export const generateImage: BuiltinTool = {
  key: "generate_image",
  definition: {
    name: "generate_image",
    description: "Draws pictures from a description. The person sees them; you get their file ids.",
    parameters: {
      type: "object",
      properties: {
        prompt: { type: "string", minLength: 1, maxLength: 4000, description: "What to draw" },
        count: { type: "integer", minimum: 1, maximum: COUNT_MAX, description: "How many pictures; 1 unless told" },
        shape: { enum: ["square", "vertical", "horizontal"], description: "Square, upright or wide" },
      },
      required: ["prompt"],
      additionalProperties: false,
    },
  },
  enabled: true,
  isPossible: async (actor) => (await listUsableModels(actor)).some(({ type }) => type === "image"),
  limitMs: 180_000,
  sample: null,
  hasService: false,
  run: async ({ prompt, count, shape }, { actor, signal, sessionId }) => {
    try {
      const model = await resolveFor(actor, "image");
      const wanted = wantedOf(model, {
        prompt: prompt as string,
        count: count as number | undefined,
        shape: shape as ImageShape | undefined,
      });
      const { size } = wanted;
      const request = { prompt: wanted.prompt, count: wanted.count, size: size ?? undefined };
      const call = { actor, app: APP.TOOL_IMAGE, model, request, requestId: v7(), signal, sessionId };
      const made = await drawPictures(call);
      await keepInGallery(actor, model, wanted, made);
      const files = made.pictures.map(({ fileId: id, name, size, type }) => ({ id, name, size, type }));
      const ids = files.map(({ id }) => id).join(", ");
      return { text: `${files.length} drawn with ${model.name}, file ids: ${ids}`, data: { model: model.name, files } };
    } catch (error) {
      if (error instanceof AppError || error instanceof SupplierError) throw new ToolFailure(error.key);
      throw error;
    }
  },
};

interface Asked {
  prompt: string;
  count?: number;
  shape?: ImageShape;
}

/** A model that asks knows nothing of what the image model takes: it gets as near as that goes. */
function wantedOf(model: ResolvedModel, { prompt, count = 1, shape }: Asked) {
  const options = imageOptionsOf(model);
  const size = shape && options.sizes[shape];
  return {
    prompt: storable(prompt),
    count: Math.min(count, options.countMax),
    shape: size ? shape : null,
    size: size ?? null,
  };
}

/** The same record as of a request from the screen: its settings can be used again (spec E1). */
async function keepInGallery(
  actor: Actor,
  model: ResolvedModel,
  wanted: ReturnType<typeof wantedOf>,
  made: Made,
): Promise<void> {
  const id = v7();
  try {
    await db().transaction(async (tx) => {
      const settings = { ...wanted, mode: "generate" as const, modelId: model.id, modelName: model.name };
      await insertDrawing(tx, { id, userId: actor.id, rootId: id, ...settings, ...outcomeOf(made) });
      await insertMade(tx, { id, userId: actor.id, folderId: null }, made);
    });
  } catch (error) {
    await discard(actor.id, made.pictures);
    throw error;
  }
}
