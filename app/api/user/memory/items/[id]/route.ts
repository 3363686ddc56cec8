import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { memoryDto } from "@/lib/features/personal/dto";
import { memoryInput } from "@/lib/features/personal/schema";
import { changeMemory, deleteMemory } from "@/lib/features/personal/service/memory";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a memory",
  exempt: "a person's own notes about themselves",

  any: [P.USER],
  params: idParam,
  body: memoryInput,
  response: memoryDto,
  run: ({ actor, params, body }) => changeMemory(actor, params.id, body.text),
});

export const DELETE = handler({
  summary: "Delete a memory",
  exempt: "a person's own notes about themselves",

  any: [P.USER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteMemory(actor, params.id),
});
