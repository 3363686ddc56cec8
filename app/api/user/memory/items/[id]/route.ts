import { handler, idParam } from "@/lib/endpoint/route";
import { memoryInput } from "@/lib/features/personal/schema";
import { changeMemory, deleteMemory } from "@/lib/features/personal/service/memory";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change a memory",
  exempt: "a person's own notes about themselves",

  any: [P.USER],
  params: idParam,
  body: memoryInput,
  run: ({ actor, params, body }) => changeMemory(actor, params.id, body.text),
});

export const DELETE = handler({
  summary: "Delete a memory",
  exempt: "a person's own notes about themselves",

  any: [P.USER],
  params: idParam,
  run: ({ actor, params }) => deleteMemory(actor, params.id),
});
