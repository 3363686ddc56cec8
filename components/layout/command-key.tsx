import { Kbd } from "@/components/ui/kbd";

/** Ctrl or ⌘ with a letter. Which one is known in the browser only: the server writes Ctrl. */
export function CommandKey({ letter }: { letter: string }) {
  const apple = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Kbd>
      <span suppressHydrationWarning>{apple ? `⌘${letter}` : `Ctrl ${letter}`}</span>
    </Kbd>
  );
}
