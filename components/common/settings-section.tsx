import type { ReactNode } from "react";

interface SettingsSectionProps {
  /** Its place in the address. */
  id: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A part of a page of settings: what it is about at the left, what can be set at the right. */
export function SettingsSection({ id, title, hint, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-2 gap-x-10 gap-y-5 border-b py-7 last:border-b-0 lg:grid-cols-[220px_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="font-semibold text-base">
          {title}
        </h2>
        {hint && <p className="mt-1 text-fg-3 text-sm">{hint}</p>}
      </div>
      <div className="min-w-0 max-w-140">{children}</div>
    </section>
  );
}
