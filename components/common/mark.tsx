/** The product's mark, or the icon of the basic configuration. */
export function Mark({ size = 24, iconUrl }: { size?: number; iconUrl?: string | null }) {
  if (iconUrl) {
    // biome-ignore lint/performance/noImgElement: one small picture of our own, already sized
    return <img alt="" src={iconUrl} width={size} height={size} className="shrink-0 rounded-sm object-contain" />;
  }
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" fill="none" className="shrink-0">
      <rect width="24" height="24" rx="6.5" fill="var(--primary)" />
      <circle cx="12" cy="12" r="6.6" stroke="var(--primary-fg)" strokeWidth="1.5" opacity=".5" />
      <path d="M12 3.2v17.6" stroke="var(--primary-fg)" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="12" cy="8.4" r="2.3" fill="var(--primary-fg)" />
    </svg>
  );
}
