/** Twice as many pixels as the picture says it has: it stays sharp where it is shown large. */
const SCALE = 2;
/** Pixels of a side; browsers draw nothing on a larger canvas. */
const MOST = 8000;

/** An SVG of our own as PNG. Throws where the browser draws none. */
export async function pngOf(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const scale = Math.min(SCALE, MOST / picture.width, MOST / picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture was drawn"))), "image/png"),
  );
}
