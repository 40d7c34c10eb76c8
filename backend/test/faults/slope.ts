/** The slope of the line that lies nearest to some points (least squares). */
export function slope(points: (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [middleX, middleY] = [mean(0), mean(1)];
  const rise = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return rise / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}
