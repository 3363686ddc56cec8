import type { ChatMessageDto } from "@/lib/stream/message-dto";

/** A message before the server has told of it. */
export function blankMessage(id: string, parentId: string | null, role: ChatMessageDto["role"]) {
  return {
    id,
    parentId,
    role,
    parts: [],
    status: "done" as const,
    error: null,
    modelId: null,
    modelName: null,
    usage: null,
    context: null,
    cost: null,
    comparisonId: null,
    runId: null,
    createdAt: new Date().toISOString(),
  };
}

/** What stays above a new question: everything, or what stands above the one it takes the place of. */
export function aboveQuestion(items: readonly ChatMessageDto[], edited?: ChatMessageDto): readonly ChatMessageDto[] {
  if (!edited) return items;
  return items.slice(
    0,
    Math.max(
      0,
      items.findIndex((item) => item.id === edited.id),
    ),
  );
}
