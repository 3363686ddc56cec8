import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { memoryDto } from "@/lib/features/personal/dto";
import { memoryInput } from "@/lib/features/personal/schema";
import { addMemory, deleteAllMemories } from "@/lib/features/personal/service/memory";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Add a memory",
  exempt: "a person's own notes about themselves",

  any: [P.USER],
  body: memoryInput,
  response: memoryDto,
  run: ({ actor, body }) => addMemory(actor, body.text),
});

export const DELETE = handler({
  summary: "Delete all own memories",
  exempt: "a person's own notes about themselves",
  any: [P.USER],
  response: z.strictObject({ deleted: z.int() }),
  run: ({ actor }) => deleteAllMemories(actor),
});
