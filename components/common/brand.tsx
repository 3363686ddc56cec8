import { Mark } from "./mark";

interface BrandProps {
  name: string;
  iconUrl: string | null;
  logoUrl: string | null;
  /** Height of the mark. */
  size?: number;
}

/** Mark and name of the installation, or the logo that stands for both. */
export function Brand({ name, iconUrl, logoUrl, size = 24 }: BrandProps) {
  if (logoUrl) {
    // biome-ignore lint/performance/noImgElement: one picture of our own, of a width only it knows
    return <img alt={name} src={logoUrl} style={{ height: size }} className="max-w-45 object-contain object-left" />;
  }
  return (
    <>
      <Mark size={size} iconUrl={iconUrl} />
      <span className="truncate text-lg font-semibold">{name}</span>
    </>
  );
}
