import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

interface PromptSquareLinkProps {
  /** The chat that what is chosen goes to. */
  sessionId: string;
  isCurrent?: boolean;
}

/** The way to the prompt square, above the list of chats. */
export function PromptSquareLink({ sessionId, isCurrent = false }: PromptSquareLinkProps) {
  const t = useTranslations("chat");
  return (
    <Link
      href={`/personal/chat?view=prompts&id=${sessionId}`}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={`mb-1 flex h-8 items-center gap-2 rounded-sm px-2 text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11 ${isCurrent ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted" : "text-fg-2 hover:bg-muted"}`}
    >
      <Sparkles aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />
      {t("promptSquare")}
    </Link>
  );
}
