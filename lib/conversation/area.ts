import { defineArea } from "@/lib/areas/define";
import type { PermissionCode } from "@/lib/permissions/codes";

/** What every part of the product knows of the conversations of an area, the browser too. */
export interface ConversationArea {
  /** Kind of its stored conversations. */
  code: string;
  /** What the ledger books its calls to. */
  app: string;
  /** Whoever asks needs it, and still needs it when a later call of the answer begins. */
  permission: PermissionCode;
  /** Path of the screen its conversations are read on, spelled as the specification spells it. */
  screen: string;
  /** What its address calls the conversation; `id` where it is not said. */
  idName?: string;
  /** Its answers are made from sources: how many of their sentences are borne out is reported. */
  cites: boolean;
  /** Active ones a person may have, of which one always stays (spec 5, 10); no bound where it is unset. */
  atMost?: number;
  /** Its list shows those held with this thing alone. */
  aboutId?: string;
  /** A person keeps them in folders. */
  hasFolders?: true;
}

export const CONVERSATION = defineArea({
  errors: {
    chatLimit: 409,
    lastChat: 409,
    chatInputTooLong: 400,
    sessionNameEmpty: 400,
    regenerationLimit: 422,
    answersLimit: 429,
    chatAnswersLimit: 429,
    notAnAnswer: 422,
    cannotContinue: 409,
    alreadyAsked: 409,
    answerNotStored: 503,
    streamGone: 410,
    sourcesWithdrawn: 403,
    nothingToShare: 422,
    sharesLimit: 409,
  },
});
