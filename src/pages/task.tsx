import { useTranslation } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { TaskScreen } from '../features/rewards/tasks/task-screen.tsx';
import { useWords } from '../i18n/more.ts';
import { HOME } from '../paths.ts';
import { BackButton } from '../ui/layout/back-button.tsx';
import { Frame } from '../ui/layout/frame.tsx';
import { Page } from '../ui/layout/page.tsx';

/** Route /task. It needs a login in the first brand variant and is public in the others (product 2.1). */
const TaskPage = () => {
  const { t } = useTranslation('wall');
  const ready = useWords('rewards');
  const page = (
    <Page title={t('tasks.title')} lead={<BackButton to={HOME} />} narrow>
      {ready ? <TaskScreen /> : null}
    </Page>
  );
  return brand.needsLogin.task ? page : <Frame>{page}</Frame>;
};
export default TaskPage;
