import "server-only";
import { v7 } from "uuid";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { keepFile } from "@/lib/files/upload";
import { generateImages } from "@/lib/models/calls";
import { listUsableModels, resolveFor } from "@/lib/models/registry";
import { type PictureBytes, SupplierError } from "@/lib/models/types";
import { ToolFailure } from "../types";
import type { BuiltinTool } from "./tool";

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
        size: { enum: ["1024x1024", "1024x1536", "1536x1024"], description: "Square, upright or wide" },
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
  run: async ({ prompt, count = 1, size }, { actor, signal, sessionId }) => {
    try {
      const model = await resolveFor(actor, "image");
      const request = { prompt: prompt as string, count: count as number, size: size as string | undefined };
      const { images } = await generateImages(
        { actor, app: APP.TOOL_IMAGE, requestId: v7(), model, signal, sessionId },
        request,
      );
      const files = await Promise.all(images.slice(0, COUNT_MAX).map((image) => keep(actor, image)));
      const ids = files.map(({ id }) => id).join(", ");
      return { text: `${files.length} drawn with ${model.name}, file ids: ${ids}`, data: { model: model.name, files } };
    } catch (error) {
      throw error instanceof SupplierError ? new ToolFailure(error.key) : error;
    }
  },
};

function keep(actor: Actor, { bytes, mediaType }: PictureBytes) {
  return keepFile(actor, bytes, `picture.${mediaType.split("/")[1] ?? "png"}`, { purpose: "drawing" });
}
