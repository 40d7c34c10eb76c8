import { SpinnerIcon } from '../../components/icons';
import { Alert, Progress } from 'antd';
import type { Generation } from './use-generation';

/** Shows that suggestions are being generated, and how many are done, in a live region for screen readers. */
export function GenerationBanner({ generation: { generation, start } }: { generation: Generation }) {
  return (
    <div role="status">
      {(generation || start.isPending) && (
        <Alert
          role="presentation"
          type="info"
          showIcon
          icon={<SpinnerIcon />}
          title="Generating AI Suggestions... (This may take a moment)"
          style={{ marginBottom: 16 }}
          description={generation && <Count ended={generation.done + generation.failed} total={generation.total} />}
        />
      )}
    </div>
  );
}

function Count({ ended, total }: { ended: number; total: number }) {
  return (
    <Progress
      aria-label="Suggestions written"
      percent={total > 0 ? Math.round((ended / total) * 100) : 0}
      format={() => `${ended}/${total}`}
      status="active"
    />
  );
}
