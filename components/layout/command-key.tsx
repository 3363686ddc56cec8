import { Kbd } from "@/components/ui/kbd";

interface CommandKeyProps {
  letter: string;
  /** A word of a sentence; else it is a hint, which nobody without a keyboard needs. */
  isWord?: boolean;
}

/** Ctrl or ⌘ with a letter. Which one is known in the browser only: the server writes Ctrl. */
export function CommandKey({ letter, isWord }: CommandKeyProps) {
  const apple = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Kbd className={isWord ? undefined : "pointer-coarse:hidden"}>
      <span suppressHydrationWarning>{apple ? `⌘${letter}` : `Ctrl ${letter}`}</span>
    </Kbd>
  );
}
