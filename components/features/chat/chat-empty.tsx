import { FileText, Mail, Scale, SquareTerminal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface ChatEmptyProps {
  onPick: (prompt: string) => void;
  sessionId: string;
  /** What a newcomer is shown first. */
  guide?: ReactNode;
  children: ReactNode;
}

const EXAMPLES = [
  ["summary", FileText],
  ["mail", Mail],
  ["sql", SquareTerminal],
  ["compare", Scale],
] as const;

/** A chat nothing was said in yet: the composer in the middle and a few ways to begin. */
export function ChatEmpty({ onPick, sessionId, guide, children }: ChatEmptyProps) {
  const t = useTranslations("chat.empty");
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe overflow-y-auto px-4 pb-[8dvh] pt-6">
      <div className="w-full max-w-(--w-reading)">
        <h2 className="text-balance text-center text-3xl font-semibold max-md:text-2xl">{t("title")}</h2>
        <p className="mb-6 mt-1 text-center text-base text-fg-3">{t("subtitle")}</p>
        {children}
        {guide}
        <ul className="mt-4 grid gap-2 sm:grid-cols-2">
          {EXAMPLES.map(([key, Icon]) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => onPick(t(`examples.${key}.prompt`))}
                className="flex h-full w-full items-start gap-3 rounded-md border bg-background px-3 py-2.5 text-left transition-colors hover:border-border-strong hover:bg-subtle"
              >
                <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
                <span className="min-w-0">
                  <span className="block text-sm font-semibold">{t(`examples.${key}.title`)}</span>
                  <span className="line-clamp-2 block text-xs leading-5 text-fg-3">{t(`examples.${key}.prompt`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-center text-sm">
          <Link
            href={`/personal/chat?view=prompts&id=${sessionId}`}
            prefetch={false}
            className="inline-flex min-h-6 items-center rounded-xs text-primary-ink underline underline-offset-2"
          >
            {t("square")}
          </Link>
        </p>
      </div>
    </div>
  );
}
