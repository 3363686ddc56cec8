import type { TurnContext } from "@/db/queries/conversation/turns";
import type { ChatSettings, SessionSettings } from "@/lib/conversation/settings";

/** What holds for one question: what came with it, else the chat's settings, else the person's (spec 3). */
export function effectiveSettings(
  { settings, preferences }: Pick<TurnContext, "settings" | "preferences">,
  sent: ChatSettings = {},
): SessionSettings {
  return { ...(preferences as ChatSettings), ...(settings as SessionSettings), ...sent };
}
