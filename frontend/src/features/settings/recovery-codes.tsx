import { Button } from 'antd';
import { CopyButton } from '../../ui/copy-button';
import styles from './factors.module.css';

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="column gap-16">
      <p>
        Each of these codes, with your password, signs you in once if your phone or passkey is lost. Keep them where you
        keep your passwords: they are not shown again.
      </p>
      <ul aria-label="Recovery codes" className={styles['codes']}>
        {codes.map((code) => (
          <li key={code} className={styles['code']}>
            {code}
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-8">
        <CopyButton text={codes.join('\n')}>Copy Codes</CopyButton>
        <Button type="primary" onClick={onDone}>
          I Have Kept Them
        </Button>
      </div>
    </div>
  );
}
