"use client";

import { ArrowRight, CircleCheck, CircleDashed, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { CommandKey } from "@/components/layout/command-key";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { GuideDto } from "@/lib/features/personal/dto";
import { useGuideEnd } from "@/lib/features/personal/hooks";

type Of<N extends GuideDto["name"]> = Extract<GuideDto, { name: N }>;

/** Beside an empty chat: what an administrator does first, or where things are. Left once, it never comes back. */
export function NewcomerGuide({ guide }: { guide: GuideDto }) {
  const end = useGuideEnd();
  const [isLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    // The button that had the focus is gone.
    document.getElementById("panel")?.focus();
    end.mutate(guide.name, { onError: () => setLeft(false) });
  };
  if (isLeft) return null;
  return guide.name === "steps" ? <Steps guide={guide} onLeave={leave} /> : <Tour guide={guide} onLeave={leave} />;
}

interface FrameProps {
  title: string;
  count: string;
  leave: string;
  onLeave: () => void;
  children: ReactNode;
}

function Frame({ title, count, leave, onLeave, children }: FrameProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 rounded-md border bg-subtle px-4 py-3">
      <div className="flex items-center gap-2">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        <span className="tnum text-xs text-fg-3">{count}</span>
        <IconButton icon={X} label={leave} onClick={onLeave} className="-mr-1.5 ml-auto" />
      </div>
      {children}
    </section>
  );
}

function Steps({ guide: { steps }, onLeave }: { guide: Of<"steps">; onLeave: () => void }) {
  const t = useTranslations("personal-guide");
  const done = steps.filter(({ isDone }) => isDone).length;
  const count = t("done", { done, count: steps.length });
  return (
    <Frame title={t("steps.title")} count={count} leave={t("steps.leave")} onLeave={onLeave}>
      <ol className="mt-1 divide-y">
        {steps.map(({ step, href, isDone }) => (
          <li key={step}>
            <Link href={href} prefetch={false} className="group flex items-start gap-3 rounded-xs py-2">
              {isDone ? (
                <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-success-ink" />
              ) : (
                <CircleDashed aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
              )}
              <span className="min-w-0 flex-1">
                <span className={cn("block text-sm group-hover:underline", isDone ? "text-fg-2" : "font-semibold")}>
                  {t(`steps.${step}.title`)}
                  {isDone && <span className="sr-only"> {t("isDone")}</span>}
                </span>
                {!isDone && <span className="block text-fg-3 text-xs leading-5">{t(`steps.${step}.text`)}</span>}
              </span>
              <ArrowRight aria-hidden size={15} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
            </Link>
          </li>
        ))}
      </ol>
    </Frame>
  );
}

function Tour({ guide: { stops }, onLeave }: { guide: Of<"tour">; onLeave: () => void }) {
  const t = useTranslations("personal-guide");
  const [at, setAt] = useState(0);
  const { stop, href } = stops[at]!;
  const isLast = at === stops.length - 1;
  const count = t("tour.count", { at: at + 1, count: stops.length });
  return (
    <Frame title={t("tour.title")} count={count} leave={t("tour.leave")} onLeave={onLeave}>
      {/* Read aloud when the buttons below change it; they keep the focus. */}
      <div aria-live="polite" className="mt-1 min-h-16">
        <p className="text-sm font-semibold">{t(`tour.${stop}.title`)}</p>
        <p className="text-xs leading-5 text-fg-3">
          {t.rich(`tour.${stop}.text`, { key: () => <CommandKey letter="K" isWord /> })}
        </p>
      </div>
      <div className="mt-2 flex items-center gap-2">
        {href && (
          <Link
            href={href}
            prefetch={false}
            className="mr-auto inline-flex min-h-6 items-center rounded-xs text-sm text-primary-ink underline underline-offset-2"
          >
            {t(`tour.${stop}.open`)}
          </Link>
        )}
        <Button size="sm" className={href ? "" : "ml-auto"} disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t("tour.back")}
        </Button>
        <Button size="sm" variant="primary" onClick={isLast ? onLeave : () => setAt(at + 1)}>
          {isLast ? t("tour.finish") : t("tour.next")}
        </Button>
      </div>
    </Frame>
  );
}
