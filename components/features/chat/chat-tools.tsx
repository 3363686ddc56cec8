import { ComparePicker } from "@/components/chat/compare/compare-picker";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { ContextGauge } from "./context-gauge";
import { ToolPicker } from "./tool-picker";
import type { ChatChoices } from "./use-chat-choices";

interface ChatToolsProps {
  sessionId: string;
  models: { items: ChatModelDto[]; defaultId: string | null };
  choices: ChatChoices;
  /** Changes with every answer. */
  turns: number;
}

/** The foot of the composer: models to compare, tools, and how full the context is. */
export function ChatTools({ sessionId, models, choices, turns }: ChatToolsProps) {
  const { modelId, tools, compared, canCallTools } = choices;
  return (
    <>
      <ComparePicker models={models.items} chosen={compared} onChange={choices.compare} />
      <ToolPicker modelId={modelId} chosen={tools} isUsable={canCallTools} onChange={choices.chooseTools} />
      {/* On a phone the details of an answer tell the same, and the model keeps its room. */}
      <span className="contents max-sm:hidden">
        <ContextGauge sessionId={sessionId} modelId={modelId} turns={turns} />
      </span>
    </>
  );
}
