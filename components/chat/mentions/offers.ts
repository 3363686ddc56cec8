import type { LucideIcon } from "lucide-react";
import type { Mention } from "@/lib/palette/finder";

/** What a screen can do itself, offered behind `/`. */
export interface ComposerCommand {
  id: string;
  name: string;
  /** Other words it is known by. */
  words: string;
  icon: LucideIcon;
  run: () => void;
}

/** What a composer offers behind `/` and `@`: commands, and by kind what becomes of a thing that was chosen. */
export interface ComposerOffers {
  commands: readonly ComposerCommand[];
  take: Readonly<Partial<Record<string, (chosen: Mention) => void>>>;
}
