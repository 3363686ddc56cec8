import * as field from "@/lib/client/address";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { cut } from "@/lib/text/storable";

/** Ways of testing how a base is searched. */
export const RECALL_VIEWS = ["question", "sets"] as const;
export type RecallView = (typeof RECALL_VIEWS)[number];

export interface RecallAddress {
  /** The base. */
  id: string | null;
  question: string;
  view: RecallView;
}

/** A longer question would make an address some servers refuse; it stays on the screen alone. */
const ADDRESS_MAX = 500;

export const recallAddress = field.addressCodec<RecallAddress>({
  id: field.id("id"),
  question: {
    ...field.custom("q", "", (text) => cut(text, CHAT_INPUT_MAX.other)),
    write: (text) => (text.length > ADDRESS_MAX ? "" : text),
  },
  view: field.oneOf("view", RECALL_VIEWS, "question"),
});
